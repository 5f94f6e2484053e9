#ifndef TOUCHSTICK_XCB_FACE_H
#define TOUCHSTICK_XCB_FACE_H

#include <xcb/randr.h>
#include <xcb/shape.h>
#include <xcb/xcb.h>
#include <xcb/xfixes.h>
#include <xcb/xinput.h>

// The numbers of an extension's events begin with this one. Swift cannot use the variables that name the extensions.
static inline uint8_t cxcb_first_event(const xcb_query_extension_reply_t *extension) {
  return extension && extension->present ? extension->first_event : 0;
}
static inline uint8_t cxcb_first_randr_event(xcb_connection_t *connection) {
  return cxcb_first_event(xcb_get_extension_data(connection, &xcb_randr_id));
}
static inline uint8_t cxcb_first_xfixes_event(xcb_connection_t *connection) {
  return cxcb_first_event(xcb_get_extension_data(connection, &xcb_xfixes_id));
}

#endif
