internal import Configuration
internal import EventPipeline
internal import JoystickModel
internal import System

/// Decides whether the pads play, with which settings, and which devices callers have instead.
///
/// It is a pure value: it knows what the files say, what users and programs have asked for, and who is in front, and does
/// nothing. ``Daemon/reconcile(_:readsAgain:)`` compares what it wants with what is, and acts. Results do not depend on the
/// order in which it learns this, except that the newest claim decides.
struct PadPolicy {
  /// What somebody wants of the pads.
  struct Mode: Equatable {
    var isOn = true
    /// The layouts that replace the files' own, by the places of the files.
    var layouts: [Int: ChosenLayout] = [:]
  }

  /// A caller that keeps the pads on until it leaves the bus, or keeps a device for itself.
  fileprivate struct Holder<Request> {
    let caller: BusCaller
    var request: Request
    /// Whether ``seat`` is older than the call. Only the user in front can call.
    var isNewest = true
  }

  /// The settings of the configuration files, at least one.
  var files: [Settings] {
    didSet { updateSeat() }
  }
  private(set) var seat: Seat
  /// Whether a gamepad of the machine is used.
  var isGamepadUsed = false
  /// When a touch on a control has ended the rest for a gamepad, in microseconds; nil after a switch.
  private var endOfRest: Int64?
  /// The cause of the last switch.
  private var switchReason = DaemonState.Reason.start
  /// What counts without a claim.
  private var base: Mode
  private var claims: [Holder<Mode>] = []
  private var releases: [Holder<String>] = []
  /// What each user's session has reported of its screen; nil is a report of root while nobody is in front.
  private var screens: [UInt32?: Screen] = [:]
  /// The users, and the sessions by logind's names, that have logged out.
  private var loggedOut: (users: Set<UInt32>, sessions: Set<String>) = ([], [])

  /// - Parameters:
  ///   - owner: The owner of pads that exist already; nil without them.
  ///   - waiting: ``Seat/waiting`` of the service's last process.
  init(_ files: [Settings], owner: UInt32? = nil, waiting: Set<UInt32> = []) {
    self.files = files
    seat = Seat(owner: owner, waiting: waiting)
    base = Mode(isOn: files.startsOn)
    updateSeat()
  }

  private mutating func updateSeat() {
    seat.isForAll = files.ignoresLock
    seat.resumesAutomatically = files.resumesAutomatically
  }
}

// What it wants.
extension PadPolicy {
  /// The place of the claim that decides; nil without one.
  private var topClaim: Int? { claims.lastIndex { counts($0) } }

  private var mode: Mode {
    get { topClaim.map { claims[$0].request } ?? base }
    set { if let topClaim { claims[topClaim].request = newValue } else { base = newValue } }
  }

  /// Whether the pads are switched on.
  var isOn: Bool { mode.isOn }

  /// Whether the pads are on for the user in front, apart from a lock that will end.
  var isOnInFront: Bool { isOn && obstacle != .away && obstacle != .unlocked && obstacle != .gamepad }

  /// Whether the pads are on.
  var isActive: Bool { isOn && obstacle == nil }

  /// The reason why they are on or off. A lock counts for pads that are switched off, too: no program may switch them on then
  /// in place of their user.
  var reason: DaemonState.Reason {
    guard let obstacle, isOn || obstacle == .locked || obstacle == .unlocked else { return switchReason }
    return obstacle
  }

  /// What keeps the pads off, whether they are switched on or not.
  private var obstacle: DaemonState.Reason? { seat.obstacle ?? (restsForGamepad ? .gamepad : nil) }

  /// Whether they rest because a gamepad is used.
  private var restsForGamepad: Bool { isGamepadUsed && files.restForGamepads }

  /// The layouts that somebody has chosen, by the places of the pads' files; the others are the files' own.
  var layouts: [Int: ChosenLayout] { mode.layouts.filter { !isGone($0.value) } }

  /// The layout that somebody has chosen for the first pad; nil is the file's own.
  var layout: ChosenLayout? { layouts[0] }

  /// Whether it is a claim that decides.
  var isClaimed: Bool { topClaim != nil }

  /// Whether a pad needs virtual devices that another policy's does not have.
  func needsDevices(beyond other: PadPolicy) -> Bool {
    zip(settings, other.settings).contains { $0.needsDevices(beyond: $1) }
  }

  /// The settings of the pads, in the order of the files.
  var settings: [Settings] {
    let layouts = layouts
    return files.enumerated().map { layouts[$0]?.applied(to: $1) ?? $1 }
  }

  /// The profile of the first pad's layout; nil for another layout. It may be one that chooses by the device.
  var profile: String? {
    guard let layout else { return files[0].profile }
    return layout.isText ? nil : layout.name
  }

  /// The screen of the session in front: devices with `rotation = "screen"` follow its rotation.
  var screen: Screen { screens[seat.front.user] ?? Screen() }

  /// The nodes of the devices that callers have.
  var released: Set<String> { Set(releases.filter { counts($0) }.map(\.request)) }

  /// The caller that has the device with this node.
  func holder(of node: String) -> BusCaller? { releases.last { $0.request == node && counts($0) }?.caller }

  /// Whether the settings are the same, also of files whose names differ only for the kernel.
  func hasSameSettings(as other: PadPolicy) -> Bool {
    layouts == other.layouts && files.elementsEqual(other.files) { $0.isOfSameFile(as: $1) && $0 == $1 }
  }

  /// The claims and releases of a user who is not in front wait until the user is back.
  private func counts<Request>(_ holder: Holder<Request>) -> Bool {
    holder.isNewest || !isGone(holder.caller.user)
  }

  /// Whether another user is in front, or the user has logged out. Root is never gone.
  private func isGone(_ user: UInt32) -> Bool {
    user != 0 && (seat.front.isOther(than: user) || loggedOut.users.contains(user))
  }

  private func isGone(_ layout: ChosenLayout) -> Bool {
    guard case .session(let session?) = layout.end else { return isGone(layout.user) }
    return layout.user != 0 && (seat.front.isOther(than: layout.user) || loggedOut.sessions.contains(session))
  }
}

// What it learns.
extension PadPolicy {
  /// Switches the pads. The user in front then owns them.
  ///
  /// - Parameters:
  ///   - user: The user who has called, as for ``Seat/recordSwitch(by:)``.
  ///   - isAutomatic: As for ``BusCaller/isAutomatic``.
  mutating func set(
    on isOn: Bool, because reason: DaemonState.Reason, by user: UInt32? = nil, isAutomatic: Bool = false
  ) {
    let before = (self.isOn, isActive)
    seat.recordSwitch(by: user)
    if isOn, !isAutomatic { seat.resume(by: user) }
    (isGamepadUsed, endOfRest) = (false, nil)
    mode.isOn = isOn
    if before != (self.isOn, isActive) { switchReason = reason }
  }

  /// How long after a touch a launcher of the desktop may need to call. In microseconds.
  private static let launchTime: Int64 = 2_000_000

  /// Switches pads on that the user in front saw off, and others off.
  mutating func toggle(because reason: DaemonState.Reason, by user: UInt32? = nil, now: Int64) {
    // The tap on a launcher above a control of pads that rested has just ended their rest.
    let justRested = endOfRest.map { now - $0 < Self.launchTime } ?? false
    set(on: justRested || !isOnInFront, because: reason, by: user)
  }

  /// A control was touched while the pads were off. That ends the rest for a gamepad, and nothing else: on a lock screen,
  /// anybody can touch.
  mutating func recordRestingTouch(now: Int64) {
    guard reason == .gamepad else { return }
    (isGamepadUsed, endOfRest) = (false, now)
  }

  /// Changes the layout of a pad; nil is the file's own.
  mutating func use(_ layout: ChosenLayout?, onPad pad: Int = 0) { mode.layouts[pad] = layout }

  /// - Parameter user: The user who has called; root reports for the session in front.
  mutating func report(_ screen: Screen, by user: UInt32) {
    screens[user == 0 ? seat.front.user : user] = screen
  }

  /// Adds a claim, or replaces the caller's claim. It decides from now on. Pads other than the first one keep their layouts.
  ///
  /// - Throws: `tooManyClaims` if the user has the maximum number of claims.
  mutating func claim(_ layout: ChosenLayout?, by caller: BusCaller) throws(BusRefusal) {
    let before = (isOn, isActive)
    var layouts = layouts.mapValues { $0.kept(by: caller.user) }
    layouts[0] = layout
    try claims.add(Holder(caller: caller, request: Mode(layouts: layouts)), BusRefusal(.tooManyClaims))
    seat.recordSwitch(by: caller.user)
    // A program that claims again after a restart may do so under a lock screen.
    if !caller.isAutomatic { seat.resume(by: caller.user) }
    (isGamepadUsed, endOfRest) = (false, nil)
    if before != (isOn, isActive) { switchReason = .call }
  }

  /// Keeps the pads off for a user, as ``Seat/interrupt(of:)``.
  mutating func interrupt(of user: UInt32? = nil) { seat.interrupt(of: user) }

  /// Lets a caller have a device, instead of one that it has.
  mutating func release(_ node: String, for caller: BusCaller) throws(BusRefusal) {
    let refusal = BusRefusal(.tooManyClaims, "a user has at most \(PadsInterface.maxClaims) released devices")
    try releases.add(Holder(caller: caller, request: node), refusal)
  }

  /// Ends what a caller has.
  ///
  /// - Parameter name: The caller's name on the bus.
  mutating func end(_ name: String) {
    releases.removeAll { $0.caller.name == name }
    changeDecider { $0.claims.removeAll { $0.caller.name == name } }
  }

  /// Updates who is in front. The layout that a user has chosen ends with the user's session.
  ///
  /// - Parameter isLoggedIn: Whether a user has a session; of a session by logind's name, whether it goes on.
  mutating func update(front: Seat.Front, isLoggedIn: (_ user: UInt32, _ session: String?) -> Bool) {
    changeDecider { policy in
      policy.seat.front = front
      for index in policy.claims.indices { policy.claims[index].isNewest = false }
      for index in policy.releases.indices { policy.releases[index].isNewest = false }
      let callers = policy.claims.map(\.caller) + policy.releases.map(\.caller)
      let layouts = ([policy.base] + policy.claims.map(\.request)).flatMap { $0.layouts.values }
      policy.loggedOut.users = Set(
        (callers.map(\.user) + layouts.map(\.user)).filter { !isLoggedIn($0, nil) })
      policy.loggedOut.sessions = Set(
        layouts.compactMap { layout in
          guard case .session(let session?) = layout.end, !isLoggedIn(layout.user, session) else {
            return nil
          }
          return session
        })
      policy.base.layouts = policy.base.layouts.filter { !policy.isGone($0.value) }
    }
  }

  /// Replaces each chosen layout, also those that do not decide now, by one of the same name; nil ends it.
  mutating func renewLayouts(_ renewed: (_ pad: Int, ChosenLayout) -> ChosenLayout?) {
    base.renewLayouts(renewed)
    for index in claims.indices { claims[index].request.renewLayouts(renewed) }
  }

  /// Makes a change after which another claim may decide. The owner of the pads stays the same, unless it is then a claim of
  /// the user in front.
  private mutating func changeDecider(_ change: (inout PadPolicy) -> Void) {
    let (wasOn, oldCaller) = (isOn, topClaim.map { claims[$0].caller })
    change(&self)
    let caller = topClaim.map { claims[$0].caller }
    guard caller != oldCaller else { return }
    let before = (wasOn, wasOn && obstacle == nil)
    if let caller, caller.user == seat.front.user { seat.recordSwitch(by: nil) }
    if before != (isOn, isActive) { switchReason = .call }
  }
}

extension PadPolicy.Mode {
  fileprivate mutating func renewLayouts(_ renewed: (_ pad: Int, ChosenLayout) -> ChosenLayout?) {
    for (pad, layout) in layouts { layouts[pad] = renewed(pad, layout) }
  }
}

extension Array {
  /// Adds what a caller wants, in place of what it has wanted.
  ///
  /// - Throws: The refusal if the user has the maximum number of them.
  fileprivate mutating func add<Request>(_ new: PadPolicy.Holder<Request>, _ refusal: BusRefusal)
    throws(BusRefusal)
  where Element == PadPolicy.Holder<Request> {
    let others = filter { $0.caller != new.caller }
    guard others.count(where: { $0.caller.user == new.caller.user }) < PadsInterface.maxClaims else {
      throw refusal
    }
    self = others + [new]
  }
}

extension LayoutRequest {
  /// The name for logs and the bus: that of a profile, or the beginning of what a caller has sent. It may have sent a path,
  /// whose folders are not for everybody.
  var shownName: String {
    text == nil
      ? name : String(String.UnicodeScalarView(lastPart(of: name).printable.unicodeScalars.prefix(256)))
  }
}

/// A layout that a user has chosen.
struct ChosenLayout: Equatable {
  /// The name of a profile, or a name for a text.
  let name: String
  /// Whether it was sent as text.
  var isText = false
  /// The user who has chosen it.
  let user: UInt32
  var end: End
  var settings: Settings
  /// Whether it may press every key: root has sent or named it.
  var mayPressAllKeys = false

  /// When a layout ends.
  enum End: Equatable {
    /// With this session, by logind's name; nil is the user's last one.
    case session(String?)
    /// With a program that has claimed it. The process is nil if it is not known.
    case program(UInt32?)
  }

  var sentence: String {
    isText ? "the layout is one that was sent" : "the layout is the profile \"\(name.escaped)\""
  }
}

extension ChosenLayout {
  init(_ layout: LayoutRequest, _ settings: Settings, user: UInt32, end: End) {
    self.init(
      name: layout.shownName, isText: layout.text != nil, user: user, end: end, settings: settings,
      mayPressAllKeys: user == 0)
  }

  /// The layout for a caller that keeps it in use: root's permission ends with what root has asked for.
  func kept(by user: UInt32) -> ChosenLayout {
    var kept = self
    kept.mayPressAllKeys = mayPressAllKeys && user == 0
    return kept
  }

  /// The settings of a file with the controls of this layout.
  func applied(to file: Settings) -> Settings {
    var whole = file.with(settings)
    if mayPressAllKeys { whole.keyboard.keys = KeyboardKey.all }
    return whole
  }
}

extension PadPolicy {
  /// The layout of a pad, for the bus.
  func shownLayout(ofPad pad: Int) -> PadStatus.Layout {
    guard let layout = layouts[pad] else { return PadStatus.Layout(files[pad].profile ?? "") }
    switch layout.end {
    case .session: return PadStatus.Layout(layout.name, by: .user, user: layout.user)
    case .program(let process):
      return PadStatus.Layout(layout.name, by: .program, user: layout.user, process: process)
    }
  }
}

extension Settings {
  /// Whether they are from the same file. Names that differ for the kernel can be equal as strings.
  func isOfSameFile(as other: Settings) -> Bool {
    fileName.map { Array($0.utf8) } == other.fileName.map { Array($0.utf8) }
  }
}
