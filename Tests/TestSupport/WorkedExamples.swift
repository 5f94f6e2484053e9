internal import Foundation
internal import Testing

/// The worked examples of the model's geometry, stages 4 to 7.
package struct GeometryExample: Decodable, CustomTestStringConvertible, Sendable {
  package struct Configuration: Decodable {
    package let surface: [Double]
    package let frame: [Double]
    package let movable: Bool
    package let movableBounds: [Double]?
    package let movableCenter: [Double]?
    package let handleConstraint: [Double]?
    package let travel: Double
    package let handlePositionMode: String
  }

  package struct Touch: Decodable {
    package let phase: String
    package let x: Double
    package let y: Double
  }

  package struct Expectation: Decodable {
    package let angleDeg: Double
    package let displacement: Double
    package let xUnit: Double
    package let yUnit: Double
    package let baseCenter: [Double]
    package let handlePosition: [Double]
    package let changed: Bool
  }

  package let name: String
  package let config: Configuration
  package let touches: [Touch]
  package let expected: [Expectation]
  package var testDescription: String { name }

  package static let all: [GeometryExample] = load("geometry.json")
}

/// The worked examples of the model's values, stages 9 to 15.
package struct PipelineExample: Decodable, CustomTestStringConvertible, Sendable {
  package struct Expectation: Decodable {
    package let abs: [Int]
    package let magnitude: Double
    /// The direction in letters, as UR; empty for a stick that has any.
    package let dpad: String
  }

  package let name: String
  package let offset: [Double]
  package let radius: Double
  package let params: [String: JSONValue]
  package let expected: Expectation
  package var testDescription: String { name }

  package static let all: [PipelineExample] = load("pipeline.json")
}

/// A number or a word.
package enum JSONValue: Decodable, Sendable {
  case number(Double)
  case word(String)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .word(try container.decode(String.self))
    }
  }
}

private struct ExampleFile<Example: Decodable>: Decodable {
  let examples: [Example]
}

private func load<Example: Decodable>(_ name: String) -> [Example] {
  let folder = URL(filePath: #filePath).appending(path: "../../JoystickModelTests/Examples").standardized
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  do {
    let data = try Data(contentsOf: folder.appending(path: name))
    return try decoder.decode(ExampleFile<Example>.self, from: data).examples
  } catch {
    fatalError("\(name): \(error)")
  }
}
