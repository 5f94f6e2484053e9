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
#include "pads1-rows.h"
      SD_BUS_VTABLE_END,
  };
  // sd-bus keeps the address, and needs zeros for empty fields of a row.
  static sd_bus_vtable table[sizeof rows / sizeof *rows];
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) table[i] = rows[i];
  return table;
}

#endif
