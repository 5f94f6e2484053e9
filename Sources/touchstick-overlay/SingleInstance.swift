internal import Glibc
internal import SessionOutput

/// Becomes the only program of a kind in a user's sessions, until the program ends: flock(2). Returns false if there is another.
func becomeOnlyInstance(_ name: String) -> Bool {
  // Where there is no folder for the file, nobody is asked.
  guard let folder = environment("XDG_RUNTIME_DIR") else { return true }
  let file = unsafe open("\(folder)/\(name).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  // The file stays open.
  return file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
}
