import Foundation

/// The rows of sd-bus for the daemon's interface, from its description.
///
/// Only sd-bus's macros may write rows, and they need names of arguments that are not texts.
enum BusMembers {
  static let source = "docs/org.touchstick.Pads1.xml"

  static func rows(_ text: String) -> String {
    let xml = text.replacing(/<!--(?s:.*?)-->/, with: "")
    // A member with its arguments, or with the annotation of a property that never changes.
    let members = xml.matches(of: /<(method|property) ([^>]*?)(?:\/>|>(?s:(.*?))<\/\1>)/)
    let rows = members.map { member in
      let (name, content) = (attribute("name", of: member.2), member.3 ?? "")
      return member.1 == "method"
        ? method(name, arguments: content)
        : "SD_BUS_PROPERTY(\"\(name)\", \"\(attribute("type", of: member.2))\", get, 0, "
          + (content.contains("value=\"const\"")
            ? "SD_BUS_VTABLE_PROPERTY_CONST" : "SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE") + "),"
    }
    return "// scripts/documents has made these rows from \(source).\n"
      + rows.map { $0 + "\n" }.joined()
  }

  private static func method(_ name: String, arguments content: Substring) -> String {
    let tags = content.matches(of: /<arg ([^>]*?)\/>/).map(\.1)
    func list(_ direction: String) -> String {
      tags.filter { attribute("direction", of: $0) == direction }
        .map { "\"\(attribute("type", of: $0))\", \(attribute("name", of: $0))" }.joined(separator: ", ")
    }
    let (taken, returned) = (list("in"), list("out"))
    return "SD_BUS_METHOD_WITH_ARGS(\"\(name)\", "
      + (taken.isEmpty ? "SD_BUS_NO_ARGS, " : "SD_BUS_ARGS(\(taken)), ")
      + (returned.isEmpty ? "SD_BUS_NO_RESULT, " : "SD_BUS_RESULT(\(returned)), ")
      + "call, SD_BUS_VTABLE_UNPRIVILEGED),"
  }

  private static func attribute(_ name: String, of tag: Substring) -> String {
    tag.split(separator: " ").first { $0.hasPrefix("\(name)=") }?.split(separator: "\"").last.map(String.init)
      ?? ""
  }
}
