/// The word that was probably meant, ignoring case; nil if none is near enough.
package func nearestWord(to word: String, among candidates: [String]) -> String? {
  // Words that are longer than any of ours would only cost time.
  guard word.utf8.count <= 32 else { return nil }
  let written = Array(word.lowercased().utf8)
  let limit = max(1, written.count / 3)
  var best: (word: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(written, Array(candidate.lowercased().utf8))
    // With half of its letters changed, a short word such as LB is just another word.
    guard distance <= limit, distance * 2 < candidate.utf8.count else { continue }
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.word
}

/// How many bytes must be changed, added, removed or swapped with the next to turn one word into the other (optimal
/// string alignment).
private func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...second.count)
  for (row, a) in first.enumerated() {
    var current = [row + 1]
    for (column, b) in second.enumerated() {
      var distance = min(
        previous[column] + (a == b ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, a == second[column - 1], first[row - 1] == b {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[second.count]
}
