internal import EventPipeline
internal import JoystickModel

// Values with several parts.
extension SettingsReader {
  /// A list of names of keys.
  /// A list of words, each of which is one of these.
  mutating func words<Value>(
    _ entry: TOMLEntry, among words: [(word: String, Value)], expected: ExpectedValue
  ) -> [Value]? {
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, expected) }
    let values = nodes.map { node in
      word(
        TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node), among: words,
        expected: expected)
    }
    return values.allSatisfy { $0 != nil } ? values.compactMap { $0 } : nil
  }

  /// `[x, y]`
  mutating func point(_ entry: TOMLEntry, _ quantity: Quantity) -> PointSettings? {
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, .pair(quantity)) }
    guard nodes.count == 2 else {
      return refuse(entry, "has \(counted(nodes.count, "length"))", hint: "it must have two, [x, y]")
    }
    let lengths = zip(nodes, [LengthWhole.width, .height]).map { node, whole in
      length(TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node), quantity, of: whole)
    }
    guard let x = lengths[0], let y = lengths[1] else { return nil }
    return PointSettings(x: x, y: y)
  }

  /// `{ x, y, width, height }` or `{ center, radius }`
  mutating func region(_ entry: TOMLEntry) -> RegionSettings? {
    guard case .table(let fields) = entry.node.value else { return wrongType(entry, .region) }
    let known = known(fields, in: ConfigurationTable.region)
    let ofCircles = known.filter { field in CircleSettings.rows.contains { $0.key.name == field.key } }
    guard !known.isEmpty, ofCircles.isEmpty || ofCircles.count == known.count else {
      report(
        "shapeless-region", "region is neither a rectangle nor a circle",
        hint: "it must be \(ConfigurationTable.region.shape)", at: entry.node.position)
      return nil
    }
    guard ofCircles.isEmpty else {
      return table(known, of: entry, .region, CircleSettings.rows)
        .map { .circle(center: $0.center, radius: $0.radius) }
    }
    return table(known, of: entry, .region, AreaSettings.regionRows).map { .rectangle($0) }
  }

  /// `217mm x 136mm`
  mutating func size(_ entry: TOMLEntry) -> SurfaceSize? {
    guard case .string(let string) = entry.node.value else { return wrongType(entry, .size) }
    guard let size = SurfaceSize(string) else {
      return refuse(entry, string, expected: .size)
    }
    guard inRange(size.width, .side, entry) != nil, inRange(size.height, .side, entry) != nil
    else { return nil }
    return size
  }
}

// The values of single keys.
extension SettingsReader {
  package mutating func string(_ entry: TOMLEntry, expected: ExpectedValue = .text(limit: nil)) -> String? {
    guard case .string(let string) = entry.node.value else { return wrongType(entry, expected) }
    guard !string.isEmpty else { return refuse(entry, "is empty", hint: "give it a value or remove it") }
    return string
  }

  package mutating func boolean(_ entry: TOMLEntry) -> Bool? {
    guard case .boolean(let boolean) = entry.node.value else { return wrongType(entry, .boolean) }
    return boolean
  }

  package mutating func number(_ entry: TOMLEntry, _ quantity: Quantity) -> Double? {
    if let word = quantity.unit.word, case .string(let string) = entry.node.value {
      guard let number = Double(string, in: word) else {
        return refuse(entry, string, expected: .number(quantity))
      }
      return inRange(number, quantity, entry)
    }
    guard let number = entry.node.value.number else {
      return wrongType(
        entry, hint: quantity.hint(for: entry.node.value) ?? ExpectedValue.number(quantity).hint)
    }
    return inRange(number, quantity, entry)
  }

  package mutating func integer(_ entry: TOMLEntry, _ quantity: Quantity) -> Int64? {
    guard case .integer(let integer) = entry.node.value else { return wrongType(entry, .number(quantity)) }
    return inRange(Double(integer), quantity, entry).map { _ in integer }
  }

  /// - Parameter whole: What percentages refer to; nil is decided by the key.
  mutating func length(_ entry: TOMLEntry, _ quantity: Quantity, of whole: LengthWhole? = nil) -> Length? {
    guard case .string(let string) = entry.node.value else {
      return number(entry, quantity).map { .millimetres($0) }
    }
    switch Length(string) {
    case .millimetres(let number)?: return inRange(number, quantity, entry).map { .millimetres($0) }
    case .percent(let number)?:
      guard inRange(number, quantity, entry, isPercentage: true) != nil else { return nil }
      let isBound = quantity.range.upper < NumericRange.maxLength
      return isBound ? sum(.percent(number), string, entry, quantity, whole) : .percent(number)
    case .sum(let part, let number)?:
      let term = Quantity(.length, .offsets)
      guard inRange(part, term, entry, isPercentage: true) != nil, inRange(number, term, entry) != nil
      else { return nil }
      return sum(.sum(percent: part, millimetres: number), string, entry, quantity, whole)
    case nil: return refuse(entry, string, expected: .number(quantity))
    }
  }

  /// A length that depends on the surface, unless it is out of range on every one.
  private mutating func sum(
    _ length: Length, _ text: String, _ entry: TOMLEntry, _ quantity: Quantity, _ whole: LengthWhole?
  ) -> Length? {
    let sum = LengthSum(
      key: entry.key, length: length, whole: whole ?? LengthWhole(key: entry.key), quantity: quantity,
      position: entry.node.position)
    guard !sum.isNeverInRange else {
      return refuse(
        entry, "is \(quoted(text)), which is out of range on every surface",
        hint: "it must be \(quantity.range.phrase(" mm"))", code: "out-of-range")
    }
    sums.append(sum)
    return length
  }

  package mutating func time(
    _ entry: TOMLEntry, _ quantity: Quantity, expected: ExpectedValue? = nil
  ) -> Int64? {
    let expected = expected ?? .number(quantity)
    let time: Time
    if case .string(let string) = entry.node.value {
      guard let parsed = Time(string) else {
        return refuse(entry, string, expected: expected)
      }
      time = parsed
    } else if let number = entry.node.value.number {
      time = Time(milliseconds: number)
    } else {
      return wrongType(entry, expected)
    }
    return inRange(time.milliseconds, quantity, entry).map { _ in time.microseconds }
  }

  package mutating func word<Meaning>(
    _ entry: TOMLEntry, among words: [(word: String, Meaning)], expected: ExpectedValue
  ) -> Meaning? {
    switch entry.node.value {
    case .boolean(let flag):
      if let found = words.first(where: { $0.word == "\(flag)" }) { return found.1 }
    case .integer(let number):
      if let found = words.first(where: { $0.word == "\(number)" }) { return found.1 }
      if words.contains(where: { Int64($0.word) != nil }) {
        return refuse(entry, "is \(number)", hint: expected.hint)
      }
    default: break
    }
    guard let string = string(entry, expected: expected) else { return nil }
    let texts = words.filter { !isBoolean($0.word) }
    if let found = texts.first(where: { $0.word == string }) { return found.1 }
    let nearest = nearestWord(to: string, among: texts.map(\.word))
    return refuse(entry, string, expected: expected, nearest: nearest)
  }

  package mutating func pattern(_ entry: TOMLEntry) -> GlobPattern? {
    guard let string = string(entry) else { return nil }
    return GlobPattern(string)
      ?? refuse(
        entry, "is \(quoted(string))",
        hint: "in a pattern, [ needs a matching ], and a range must ascend, as in [a-z]")
  }

  package mutating func path(_ entry: TOMLEntry) -> String? {
    guard let path = plainString(entry, limit: 4095) else { return nil }
    guard path.utf8.first == UInt8(ascii: "/") else {
      return refuse(
        entry, "is \(quoted(path))", hint: "it must be an absolute path, such as \"/dev/input/event0\"")
    }
    return path
  }

  package mutating func gamepadName(_ entry: TOMLEntry, limit: Int) -> String? {
    guard let name = plainString(entry, limit: limit) else { return nil }
    guard let rule = IgnoredName(of: name) else { return name }
    return refuse(
      entry,
      "\(rule.location.rawValue) \(quoted(rule.word)), and most games ignore such a pad",
      hint: "use another name", code: "ignored-by-sdl")
  }

  /// A string with at most this many bytes, without control characters.
  package mutating func plainString(_ entry: TOMLEntry, limit: Int) -> String? {
    guard let string = string(entry) else { return nil }
    guard string.utf8.count <= limit else {
      return refuse(entry, "has \(string.utf8.count) bytes", hint: "it must have at most \(limit)")
    }
    guard !string.unicodeScalars.contains(where: \.isControl) else {
      return refuse(entry, "has a control character", hint: "it must be one line of text")
    }
    return string
  }

  package mutating func inRange(
    _ number: Double, _ quantity: Quantity, _ entry: TOMLEntry, isPercentage: Bool = false
  ) -> Double? {
    let range = isPercentage ? quantity.percentages : quantity.range
    guard range.contains(number) else {
      let unit = isPercentage ? "%" : quantity.unit.suffix
      let inHexadecimal = quantity.unit == .identifier ? " (0x0000 to 0xffff)" : ""
      return refuse(
        entry, "is \(plain(number))\(unit)", hint: "it must be \(range.phrase(unit))\(inHexadecimal)",
        code: "out-of-range")
    }
    return number
  }
}

extension Quantity {
  /// The number in a text, for somebody who wrote a part as a percentage, or a number in quotes; nil for other values.
  fileprivate func hint(for value: TOMLValue) -> String? {
    guard unit == .number, case .string(let text) = value else { return nil }
    if text.hasSuffix("%"), let number = Double(text.dropLast()), range.contains(number / 100) {
      return "write \(plain(number / 100))"
    }
    guard let number = Double(text), range.contains(number) else { return nil }
    return "write \(plain(number)), without quotes"
  }
}

// What a button holds.
extension SettingsReader {
  /// One output, or a list.
  mutating func outputs(_ entry: TOMLEntry) -> ButtonOutputs? {
    var nodes = [entry.node]
    if case .array(let list) = entry.node.value { nodes = list }
    guard !nodes.isEmpty else {
      return refuse(entry, "is empty", hint: ExpectedValue.outputs.hint)
    }
    var outputs = ButtonOutputs()
    for node in nodes {
      guard case .string(let text) = node.value, let change = LayerChange(text) else { continue }
      let item = TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node)
      guard outputs.layerChange == nil else {
        return refuse(item, "changes the layer twice", hint: "remove one of them")
      }
      guard (change.layer?.utf8.count ?? 0) <= OutputWords.maxLayerBytes else {
        return refuse(
          item, "names a layer with more than \(OutputWords.maxLayerBytes) bytes", hint: "use a shorter name")
      }
      outputs.layerChange = change
    }
    let others = nodes.filter { node in
      if case .string(let text) = node.value { LayerChange(text) == nil } else { true }
    }
    guard let pad = self.outputs(others, of: entry, expected: .outputs) else { return nil }
    outputs.pad = pad
    return outputs
  }

  /// One output, or a list, without changes of the layer.
  mutating func padOutputs(_ entry: TOMLEntry) -> [PadOutput]? {
    guard case .array(let nodes) = entry.node.value else { return output(entry, expected: .padOutputs) }
    guard !nodes.isEmpty else { return refuse(entry, "is empty", hint: ExpectedValue.padOutputs.hint) }
    return outputs(nodes, of: entry, expected: .padOutputs)
  }

  /// A list of steps, each of which is an output, or a list.
  mutating func sequence(_ entry: TOMLEntry) -> [[PadOutput]]? {
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, .sequence) }
    guard (1...OutputWords.maxSteps).contains(nodes.count) else {
      return refuse(
        entry, "has \(counted(nodes.count, "step"))", hint: "it must have 1 to \(OutputWords.maxSteps)")
    }
    let steps = nodes.map { node -> [PadOutput]? in
      let step = TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node)
      guard case .array(let nodes) = node.value else { return output(step, expected: .sequence) }
      return outputs(nodes, of: step, expected: .sequence)
    }
    return steps.allSatisfy { $0 != nil } ? steps.compactMap { $0 } : nil
  }

  private mutating func outputs(
    _ nodes: [TOMLNode], of entry: TOMLEntry, expected: ExpectedValue
  ) -> [PadOutput]? {
    guard nodes.count <= OutputWords.maxCount else {
      return refuse(
        entry, "has \(nodes.count) outputs", hint: "there can be at most \(OutputWords.maxCount) at once")
    }
    let outputs = nodes.map { node in
      output(TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node), expected: expected)
    }
    return outputs.allSatisfy { $0 != nil } ? outputs.flatMap { $0 ?? [] } : nil
  }

  private mutating func output(_ entry: TOMLEntry, expected: ExpectedValue) -> [PadOutput]? {
    if case .array = entry.node.value {
      return refuse(
        entry, "has a list in a list of outputs", hint: "write one list, such as [\"A\", \"B\"]",
        code: "wrong-type")
    }
    return word(entry, among: OutputWords.names, expected: expected).map { [$0] }
  }
}
