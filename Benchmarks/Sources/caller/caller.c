// Calls touchstickd on the system bus, as programs of a user do.
//
// usage: caller each PID LAYOUT    makes each call a few times; prints a line for each:
//                                      call NAME OWN
//                                  OWN is what PID, the daemon, ran for the call, in nanoseconds: the fewest of all times.
//        caller keep HZ LAYOUT     makes so many calls a second, one after the other, until the daemon is gone; prints
//                                  "calling" when it has made each
//
// LAYOUT is a file with the layout that the configuration uses, so that no call changes what the controls do.
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

static const char SERVICE[] = "org.touchstick", OBJECT[] = "/org/touchstick", PADS[] = "org.touchstick.Pads1";
enum { LARGEST = 64 << 10, TIMES = 5 };
static const long SECOND = 1000000000; // nanoseconds

static char *layout, *largest, *overlapping, *groups, *nested;
static sd_bus *bus;

_Noreturn static void fail(const char *what, int error) {
  fprintf(stderr, "caller: %s: %s\n", what, strerror(error));
  exit(EXIT_FAILURE);
}

static void sleep_for(long nanoseconds) {
  struct timespec time = {.tv_sec = nanoseconds / SECOND, .tv_nsec = nanoseconds % SECOND};
  nanosleep(&time, NULL);
}

/// Makes a call with text arguments. An error that the daemon itself returns is a result, too.
static void call(sd_bus *from, const char *interface, const char *member, const char *types, const char *first,
                 const char *second) {
  sd_bus_error error = SD_BUS_ERROR_NULL;
  sd_bus_message *reply = NULL;
  int result = sd_bus_call_method(from, SERVICE, OBJECT, interface, member, &error, &reply, types, first, second);
  if (result < 0 && !sd_bus_error_has_name(&error, "org.touchstick.Error.BadLayout") &&
      !sd_bus_error_has_name(&error, "org.touchstick.Error.NoDevice")) {
    fail(error.message != NULL ? error.message : member, -result);
  }
  sd_bus_message_unref(reply);
  sd_bus_error_free(&error);
}

static void call_pads(const char *member, const char *types, const char *first, const char *second) {
  call(bus, PADS, member, types, first, second);
}
static void status(void) { call(bus, "org.freedesktop.DBus.Properties", "GetAll", "s", PADS, NULL); }
static void on(void) { call_pads("On", "", NULL, NULL); }
static void off(void) { call_pads("Off", "", NULL, NULL); }
static void toggle(void) { call_pads("Toggle", "", NULL, NULL); }
static void lock(void) { call_pads("Lock", "", NULL, NULL); }
static void watch(void) { call_pads("Watch", "", NULL, NULL); }
static void use(void) { call_pads("UseLayout", "ss", "", layout); }
static void use_none(void) { call_pads("UseProfile", "s", "", NULL); }
static void use_profile(void) { call_pads("UseProfile", "s", "touchscreen", NULL); }
static void use_largest(void) { call_pads("UseLayout", "ss", "", largest); }
static void use_overlapping(void) { call_pads("UseLayout", "ss", "", overlapping); }
static void use_groups(void) { call_pads("UseLayout", "ss", "", groups); }
static void use_nested(void) { call_pads("UseLayout", "ss", "", nested); }
static void release(void) { call_pads("ReleaseDevice", "s", "/nowhere", NULL); }
static void turn(void) {
  static unsigned degrees;
  degrees = 90 - degrees;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  int result = sd_bus_call_method(bus, SERVICE, OBJECT, PADS, "ReportScreen", &error, NULL, "udd", degrees, 0.0, 0.0);
  if (result < 0) fail("ReportScreen", -result);
}
/// Claims the pads as `touchstick run` does: with a connection of its own, which then ends.
static void claim(void) {
  sd_bus *own = NULL;
  int result = sd_bus_open_system(&own);
  if (result < 0) fail("the bus", -result);
  call(own, PADS, "Claim", "ss", "", layout);
  sd_bus_flush_close_unref(own);
}

// After each call with `after`, that is called, too, to have the state of the beginning.
static const struct {
  const char *name;
  void (*make)(void), (*after)(void);
} CALLS[] = {
    {"GetAll", status, NULL},
    {"On", on, NULL},
    {"Claim", claim, NULL},
    {"UseLayout", use, NULL},
    {"Off", off, on},
    {"Toggle", toggle, on},
    {"Lock", lock, on},
    {"ReportScreen", turn, NULL},
    {"Watch", watch, NULL},
    {"ReleaseDevice", release, NULL},
    {"UseProfile", use_profile, use_none},
    {"UseLayout-overlapping", use_overlapping, use_none},
    {"UseLayout-groups", use_groups, use_none},
    {"UseLayout-nested", use_nested, NULL},
    {"UseLayout-largest", use_largest, NULL},
};
/// The first ones are made again and again.
enum { COUNT = sizeof CALLS / sizeof CALLS[0], USUAL = 4 };

static char *read_file(const char *path) {
  static char text[LARGEST];
  FILE *file = fopen(path, "re");
  if (file == NULL) fail(path, errno);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

/// A layout of so many tables, or at most so many bytes. `table` gets its number, as often as it wants.
static char *make(const char *table, int count, size_t most) {
  char *text = malloc(LARGEST + 1);
  if (text == NULL) fail("memory", errno);
  size_t size = 0;
  for (int number = 0; number < count && size < most - 128; number++) {
    size += sprintf(text + size, table, number, number);
  }
  return text;
}

/// Arrays in arrays, as deep as the daemon reads.
static char *make_nested(void) {
  char *text = malloc(LARGEST + 1);
  if (text == NULL) fail("memory", errno);
  size_t size = sprintf(text, "a = ");
  for (int level = 0; level < 60; level++) text[size++] = '[';
  while (size < LARGEST - 128) size += sprintf(text + size, "[],");
  for (int level = 0; level < 60; level++) text[size++] = ']';
  text[size] = '\0';
  return text;
}

/// What a process ran so far: /proc/PID/schedstat.
static long long ran(const char *process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%s/schedstat", process);
  long long time;
  FILE *file = fopen(path, "re");
  if (file == NULL || fscanf(file, "%lld", &time) != 1) fail(path, errno);
  fclose(file);
  return time;
}

static void measure_each(const char *process) {
  for (int kind = 0; kind < COUNT; kind++) {
    long long fewest = -1;
    for (int count = 0; count < TIMES; count++) {
      // The largest text is nearly all that a user has in a second. Something may follow the reply.
      sleep_for(SECOND);
      long long before = ran(process);
      CALLS[kind].make();
      sleep_for(SECOND);
      long long own = ran(process) - before;
      if (CALLS[kind].after != NULL) CALLS[kind].after();
      if (fewest < 0 || own < fewest) fewest = own;
    }
    printf("call %s %lld\n", CALLS[kind].name, fewest);
  }
}

_Noreturn static void keep_calling(int hz) {
  for (int count = 0;; count++) {
    CALLS[count % USUAL].make();
    if (count == USUAL) puts("calling");
    sleep_for(SECOND / hz);
  }
}

int main(int count, char **arguments) {
  bool keeps = count == 4 && strcmp(arguments[1], "keep") == 0;
  if (!keeps && (count != 4 || strcmp(arguments[1], "each") != 0)) {
    fputs("usage: caller each PID LAYOUT, or caller keep HZ LAYOUT\n", stderr);
    return 64;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  layout = read_file(arguments[3]);
  // Each compares with all before it.
  overlapping = make("[[button]]\nname = \"%d\"\noutput = \"A\"\nregion = { center = [40, 40], radius = 9 }\n", 128, LARGEST);
  groups = make("[[buttons]]\nname = \"%d\"\nlayout = \"abcd\"\nregion = { center = [40, 40], radius = 20 }\n", 32, LARGEST);
  largest = make("[[button]]\nname = \"%d\"\noutput = \"A\"\nregion = { x = %d, y = 0, width = 1, height = 1 }\n", 1 << 30, LARGEST);
  nested = make_nested();
  int result = sd_bus_open_system(&bus);
  if (result < 0) fail("the bus", -result);
  if (keeps) keep_calling(atoi(arguments[2]));
  measure_each(arguments[2]);
  sd_bus_unref(bus);
}
