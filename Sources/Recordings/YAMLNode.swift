import Diagnostics

/// A node of a YAML file, and the line that it begins in, from 1.
struct YAMLNode {
  /// What it is.
  enum Content {
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  let content: Content
  let line: Int

  /// The text of a scalar; nil for other nodes.
  var text: String? { if case .scalar(let text) = content { text } else { nil } }

  /// The deepest nesting of lists and mappings. Traversing them, even freeing them, is recursive.
  static let depthLimit = 100
}

extension YAMLNode {
  /// The root node of a file with one document; nil for an empty file.
  static func root(of text: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> YAMLNode? {
    let events = try unsafe YAMLEvents(of: text)
    guard case .documentStart = try events.next().kind else { return nil }
    let root = try node(events)
    _ = try events.next()  // the end of the document
    let last = try events.next()
    guard case .streamEnd = last.kind else {
      throw .notYAML("but found another document", line: last.line)
    }
    return root
  }

  /// The next node with its contents.
  private static func node(_ events: YAMLEvents) throws(Diagnostic) -> YAMLNode {
    var open: [OpenNode] = []
    while true {
      let event = try events.next()
      let node: YAMLNode
      switch event.kind {
      case .scalar(let text): node = YAMLNode(content: .scalar(text), line: event.line)
      case .sequenceStart, .mappingStart:
        guard open.count < depthLimit else {
          throw Diagnostic(
            .error, "too-deep", "lists and mappings stand more than \(depthLimit) deep in one another",
            hint: "libinput record needs 6 levels", at: SourcePosition(line: event.line))
        }
        open.append(OpenNode(event))
        continue
      case .end where !open.isEmpty: node = try open.removeLast().node()
      case .alias: throw .alias(line: event.line)
      // libyaml sends none of these before the node is complete, and sends them forever after its last event.
      case .documentStart, .end, .streamEnd, .other:
        throw .notYAML("a value does not end", line: event.line)
      }
      if open.isEmpty { return node }
      open[open.count - 1].nodes.append(node)
    }
  }
}

/// An unfinished list or mapping.
private struct OpenNode {
  /// Its items; of a mapping, keys and values in turn.
  var nodes: [YAMLNode] = []
  private let isMapping: Bool
  private let line: Int

  init(_ start: YAMLEvent) {
    isMapping = if case .mappingStart = start.kind { true } else { false }
    line = start.line
  }

  /// The finished node. Keys of a mapping must be different texts; keys that are lists or mappings are not compared.
  func node() throws(Diagnostic) -> YAMLNode {
    guard isMapping else { return YAMLNode(content: .sequence(nodes), line: line) }
    let pairs = stride(from: 1, to: nodes.count, by: 2).map { (key: nodes[$0 - 1], value: nodes[$0]) }
    var lines: [String: Int] = [:]
    for pair in pairs where pairs.count > 1 {
      guard let name = pair.key.text else { continue }
      if let first = lines.updateValue(pair.key.line, forKey: name) {
        throw .notYAML("the key \(name) is there twice", line: first)
      }
    }
    return YAMLNode(content: .mapping(pairs), line: line)
  }
}
