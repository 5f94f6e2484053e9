internal import Drawing
internal import CXcb
internal import EventPipeline
internal import Glibc
internal import Display
internal import System

/// The overlay on an X server with a compositing manager, through which a window can be transparent.
@safe final class XOverlay: OverlayDisplay {
  private let display: XDisplay
  /// A visual with 32 bits, whose highest byte is the opacity.
  private let visual: xcb_visualid_t
  private let images: ImageLibrary
  private unowned let painter: any OverlayPainter
  /// The outputs to show it on; nil until the painter has chosen them.
  private var chosen: [XOutput]?
  private var windows: [XWindow] = []
  /// The selection that the compositing manager owns, as the specification of window managers says.
  private var manager: xcb_atom_t = 0
  private var activeWindow: xcb_atom_t = 0
  /// The property of gamescope's overlay; nil on other servers.
  private var gamescopeOverlay: xcb_atom_t?
  private var firstFixesEvent: UInt8 = 0
  /// Whether what is shown may differ from what is wanted, or from what the server still has.
  private var isOutdated = false
  /// The last moments when the windows were raised, in microseconds: another program may raise its own each time.
  private var raises: [Int64] = []
  private var needsRaise = false
  /// Whether the compositing manager may have ended.
  private var isManagerUnknown = false

  private var connection: OpaquePointer { unsafe display.connection }
  private var root: xcb_window_t { display.root }
  var fileDescriptor: Int32 { display.fileDescriptor }

  /// Connects, and reads the outputs.
  ///
  /// - Parameter name: As in DISPLAY.
  init(_ name: String, _ painter: any OverlayPainter, _ images: ImageLibrary) throws(OverlayError) {
    display = try OverlayError.of { () throws(DisplayError) in try XDisplay(name) }
    guard let visual = unsafe XOverlay.transparentVisual(of: display.screen) else {
      throw .lacking("a visual with 32 bits")
    }
    self.visual = visual
    self.painter = painter
    self.images = images
    guard startXFixes() else { throw .lacking("XFixes 2") }
    manager = atom("_NET_WM_CM_S\(display.screenNumber)")
    activeWindow = atom("_NET_ACTIVE_WINDOW")
    unsafe xcb_xfixes_select_selection_input(
      connection, root, manager,
      XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER.rawValue
        | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY.rawValue
        | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE.rawValue)
    var events = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue
    unsafe xcb_change_window_attributes(connection, root, XCB_CW_EVENT_MASK.rawValue, &events)
    if !property("GAMESCOPE_XWAYLAND_SERVER_ID", of: root).isEmpty {
      let overlay = "GAMESCOPE_EXTERNAL_OVERLAY"
      guard !allWindows.contains(where: { property(overlay, of: $0).contains { $0 != 0 } }) else {
        throw .slotTaken
      }
      gamescopeOverlay = atom(overlay)
    }
    try checkManager()
    display.outputsChanged = { [unowned self] in (chosen, isOutdated) = (nil, true) }
  }

  deinit { windows = [] }

  func read() throws(OverlayError) {
    repeat {
      isOutdated = false
      try OverlayError.of { () throws(DisplayError) in
        try unsafe display.read { [unowned self] event in unsafe handle(event) }
      }
      if isManagerUnknown { try checkManager() }
      if isOutdated { try updateWindows() }
    } while isOutdated
  }

  private func handle(_ event: UnsafePointer<xcb_generic_event_t>) {
    switch unsafe event.pointee.response_type & 0x7f {
    case firstFixesEvent + UInt8(XCB_XFIXES_SELECTION_NOTIFY): isManagerUnknown = true
    case UInt8(XCB_EXPOSE):
      for window in windows { window.redraw() }
      isOutdated = true
    case UInt8(XCB_BUTTON_PRESS), UInt8(XCB_BUTTON_RELEASE), UInt8(XCB_MOTION_NOTIFY):
      // The three have the same fields.
      touch(unsafe UnsafeRawPointer(event).load(as: xcb_button_press_event_t.self))
    case UInt8(XCB_PROPERTY_NOTIFY):
      let change = unsafe UnsafeRawPointer(event).load(as: xcb_property_notify_event_t.self)
      if change.atom == activeWindow { raise() }
    case UInt8(XCB_MAP_NOTIFY):
      let mapped = unsafe UnsafeRawPointer(event).load(as: xcb_map_notify_event_t.self)
      // A window that receives touches must not fight with a locker's.
      if !isOwn(mapped.window), !receivesTouches { raise() }
    case UInt8(XCB_CONFIGURE_NOTIFY):
      let change = unsafe UnsafeRawPointer(event).load(as: xcb_configure_notify_event_t.self)
      if isOwn(change.above_sibling), !isOwn(change.window), !receivesTouches { raise() }
    default: break
    }
  }

  private var receivesTouches: Bool {
    painter.receivesTouches || windows.contains { $0.touchArea != nil }
  }

  private func isOwn(_ window: xcb_window_t) -> Bool { windows.contains { $0.window == window } }

  /// Puts the windows above a window that may cover them, such as a game that fills the screen; at most ten times a second.
  /// After more, the next update does.
  private func raise() {
    needsRaise = true
    isOutdated = true
  }

  private func raiseIfNeeded() {
    let now = nanoseconds(on: CLOCK_MONOTONIC) / 1000
    raises.removeAll { $0 < now - 1_000_000 }
    guard needsRaise, !windows.isEmpty, raises.count < 10 else { return }
    needsRaise = false
    raises.append(now)
    for window in windows { window.raise() }
  }

  func update() throws(OverlayError) {
    try updateWindows()
    // Events that came with a reply wait in xcb's queue, for which the descriptor is not readable.
    try read()
  }

  func forget() {
    windows = []
    chosen = nil
  }

  private func updateWindows() throws(OverlayError) {
    defer { unsafe xcb_flush(connection) }
    if painter.hasPicture, chosen == nil {
      let choices = painter.choices(
        among: display.xOutputs.map(\.name), mapping: display.output(mappedFrom:))
      chosen = choices.map { display.xOutputs[$0] }
    }
    let wanted = painter.hasPicture ? chosen ?? [] : []
    let pictures = wanted.enumerated().compactMap { screen, output in
      painter.picture(on: output.picture, screen: screen).map { (output, $0) }
    }
    windows.removeAll { window in
      !pictures.contains { $0.0 == window.output }
        || window.touchArea != painter.touchArea(on: window.output.picture)
    }
    for (output, picture) in pictures { try window(on: output).present(picture) }
    raiseIfNeeded()
  }

  private func window(on output: XOutput) throws(OverlayError) -> XWindow {
    if let window = windows.first(where: { $0.output == output }) { return window }
    let window = try unsafe XWindow(
      connection, root, visual, output, images, receivesTouches: painter.receivesTouches,
      touchArea: painter.touchArea(on: output.picture), gamescopeOverlay: gamescopeOverlay)
    windows.append(window)
    return window
  }

  /// What the first button does, which is also the first finger's.
  private func touch(_ event: xcb_button_press_event_t) {
    guard let output = windows.first(where: { $0.window == event.event })?.output else { return }
    let pixel = PixelPoint(x: Double(event.event_x), y: Double(event.event_y))
    switch event.response_type & 0x7f {
    case UInt8(XCB_MOTION_NOTIFY): painter.touch(.moved(pixel, output.picture), by: 0)
    case UInt8(XCB_BUTTON_PRESS) where event.detail == 1:
      painter.touch(.began(pixel, output.picture, output: output.name), by: 0)
    case UInt8(XCB_BUTTON_RELEASE) where event.detail == 1: painter.touch(.ended, by: 0)
    default: break
    }
  }

  /// Without a compositing manager, an overlay would be an opaque black window.
  private func checkManager() throws(OverlayError) {
    isManagerUnknown = false
    // gamescope always is one.
    guard gamescopeOverlay == nil else { return }
    let reply = unsafe xcb_get_selection_owner_reply(
      connection, xcb_get_selection_owner(connection, manager), nil)
    defer { unsafe free(reply) }
    guard let reply = unsafe reply else { throw .display(.lost) }
    guard unsafe reply.pointee.owner != 0 else { throw .notComposited }
  }

  /// Asks for the version of XFixes that is used. Returns false where the server lacks it.
  private func startXFixes() -> Bool {
    firstFixesEvent = unsafe cxcb_first_xfixes_event(connection)
    let version = unsafe xcb_xfixes_query_version_reply(
      connection, xcb_xfixes_query_version(connection, 2, 0), nil)
    defer { unsafe free(version) }
    return unsafe version != nil && firstFixesEvent > 0
  }

  /// The window manager's name, as the specification of window managers says; empty if it has none.
  var windowManager: String {
    let check = property("_NET_SUPPORTING_WM_CHECK", of: root)
    guard check.count == 4 else { return "" }
    let window = unsafe check.withUnsafeBytes { unsafe $0.load(as: xcb_window_t.self) }
    return String(decoding: property("_NET_WM_NAME", of: window), as: UTF8.self)
  }

  private func property(_ name: String, of window: xcb_window_t) -> [UInt8] {
    let reply = unsafe xcb_get_property_reply(
      connection, xcb_get_property(connection, 0, window, atom(name), 0, 0, 64), nil)
    guard let reply = unsafe reply else { return [] }
    defer { unsafe free(reply) }
    return unsafe Array(
      UnsafeRawBufferPointer(
        start: xcb_get_property_value(reply), count: Int(xcb_get_property_value_length(reply))))
  }

  /// All windows of the screen, but those in other windows.
  private var allWindows: [xcb_window_t] {
    let reply = unsafe xcb_query_tree_reply(connection, xcb_query_tree(connection, root), nil)
    defer { unsafe free(reply) }
    guard let reply = unsafe reply else { return [] }
    return unsafe Array(
      UnsafeBufferPointer(
        start: xcb_query_tree_children(reply), count: Int(xcb_query_tree_children_length(reply))))
  }

  private func atom(_ name: String) -> xcb_atom_t {
    let reply = unsafe xcb_intern_atom_reply(
      connection, xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name), nil)
    defer { unsafe free(reply) }
    return unsafe reply?.pointee.atom ?? 0
  }

  private static func transparentVisual(of screen: UnsafeMutablePointer<xcb_screen_t>) -> xcb_visualid_t? {
    var depths = unsafe xcb_screen_allowed_depths_iterator(screen)
    while unsafe depths.rem > 0 {
      var visuals = unsafe xcb_depth_visuals_iterator(depths.data)
      while unsafe depths.data.pointee.depth == 32 && visuals.rem > 0 {
        let visual = unsafe visuals.data.pointee
        if visual._class == XCB_VISUAL_CLASS_TRUE_COLOR.rawValue, visual.red_mask == 0xff0000 {
          return visual.visual_id
        }
        unsafe xcb_visualtype_next(&visuals)
      }
      unsafe xcb_depth_next(&depths)
    }
    return nil
  }
}

extension XOutput {
  /// The picture that the overlay covers.
  var picture: OutputPicture {
    // A flip from top to bottom is one from left to right and half a turn.
    let number = (rotation.rawValue / 90 + (isFlippedDown ? 2 : 0)) & 3
    let transform = OutputTransform(rawValue: isFlippedAcross != isFlippedDown ? number + 4 : number)
    return OutputPicture(width: Int(width), height: Int(height), transform: transform ?? .normal)
  }
}
