#include <xcb/randr.h>
#include <xcb/xcb.h>
