#ifndef TOUCHSTICK_LIBSYSTEMD_FACE_H
#define TOUCHSTICK_LIBSYSTEMD_FACE_H

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-login.h>

// The members of org.touchstick.Pads1, whose rows only sd-bus's macros may write. One function handles calls, another
// reads properties.
static inline const sd_bus_vtable *clibsystemd_pads(sd_bus_message_handler_t call, sd_bus_property_get_t get) {
  const sd_bus_vtable rows[] = {
      SD_BUS_VTABLE_START(0),
      SD_BUS_METHOD("On", "", "", call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD("Off", "", "", call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD("Toggle", "", "", call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD("Lock", "", "", call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD("Replug", "", "", call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS(
          "ReportScreen", SD_BUS_ARGS("u", degrees, "d", width, "d", height), SD_BUS_NO_RESULT, call,
          SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS("UseProfile", SD_BUS_ARGS("s", name), SD_BUS_NO_RESULT, call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS(
          "UseLayout", SD_BUS_ARGS("s", name, "s", text), SD_BUS_NO_RESULT, call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS(
          "UseLayoutOn", SD_BUS_ARGS("s", name, "s", text, "u", pad), SD_BUS_NO_RESULT, call,
          SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS(
          "ScheduleLayout", SD_BUS_ARGS("s", name, "s", text), SD_BUS_NO_RESULT, call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS(
          "Claim", SD_BUS_ARGS("s", name, "s", text), SD_BUS_NO_RESULT, call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS("Watch", SD_BUS_NO_ARGS, SD_BUS_RESULT("h", feed), call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS(
          "WatchWithMenu", SD_BUS_NO_ARGS, SD_BUS_RESULT("h", feed), call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS(
          "PlayRumble", SD_BUS_NO_ARGS, SD_BUS_RESULT("h", orders), call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_METHOD_WITH_ARGS(
          "ReleaseDevice", SD_BUS_ARGS("s", node), SD_BUS_NO_RESULT, call, SD_BUS_VTABLE_UNPRIVILEGED),
      SD_BUS_PROPERTY("On", "b", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Reason", "s", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Profile", "s", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Layout", "(ssuu)", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("OtherLayouts", "a(ssuu)", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Problems", "a(ssssu)", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Devices", "a(sssddsub)", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Pads", "a(sss)", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Motors", "a(ss)", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Profiles", "a(ss)", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Version", "s", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_VTABLE_END,
  };
  // sd-bus keeps the address, and needs zeros for empty fields of a row.
  static sd_bus_vtable table[sizeof rows / sizeof *rows];
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) table[i] = rows[i];
  return table;
}

#endif
