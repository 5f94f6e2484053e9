import Foundation
import JoystickModel
import Testing

/// The worked examples of the model's geometry, stages 4 to 7.
struct GeometryExample: Decodable, CustomTestStringConvertible, Sendable {
  struct Configuration: Decodable {
    let surface: [Double]
    let frame: [Double]
    let movable: Bool
    let movableBounds: [Double]?
    let movableCenter: [Double]?
    let handleConstraint: [Double]?
    let travel: Double
    let handlePositionMode: String
  }

  struct Touch: Decodable {
    let phase: String
    let x: Double
    let y: Double
  }

  struct Expectation: Decodable {
    let angleDeg: Double
    let displacement: Double
    let xUnit: Double
    let yUnit: Double
    let baseCenter: [Double]
    let handlePosition: [Double]
    let changed: Bool
  }

  let name: String
  let config: Configuration
  let touches: [Touch]
  let expected: [Expectation]
  var testDescription: String { name }

  static let all: [GeometryExample] = load("geometry.json")
}

/// The worked examples of the model's values, stages 9 to 15.
struct PipelineExample: Decodable, CustomTestStringConvertible, Sendable {
  struct Expectation: Decodable {
    let abs: [Int]
    let magnitude: Double
    /// The direction in letters, as UR; empty for a stick that has any.
    let dpad: String
  }

  let name: String
  let offset: [Double]
  let radius: Double
  let params: [String: JSONValue]
  let expected: Expectation
  var testDescription: String { name }

  static let all: [PipelineExample] = load("pipeline.json")
}

/// A number or a word.
enum JSONValue: Decodable, Sendable {
  case number(Double)
  case word(String)

  init(from decoder: any Decoder) throws {
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
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Examples")
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  do {
    let data = try Data(contentsOf: folder.appending(path: name))
    return try decoder.decode(ExampleFile<Example>.self, from: data).examples
  } catch {
    fatalError("\(name): \(error)")
  }
}
