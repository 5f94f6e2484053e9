// Measures a program that makes a gamepad of a touchscreen. It makes the touchscreen, starts the program, moves fingers,
// and reads the gamepad. All times are in nanoseconds; in the machine that counts instructions, these are instructions.
//
// usage: latency [STEP...] -- COMMAND [ARGUMENT...]
//
// COMMAND finds the touchscreen's node in TOUCHSCREEN, and must name its gamepad "Microsoft X-Box 360 pad". The steps:
//
//   ready              waits for READY=1 of sd_notify(3) before anything else; prints
//                          ready TIME PROGRAM
//                      TIME is how long that took, PROGRAM is what COMMAND itself ran.
//   FINGERS@HZ*FRAMES  puts so many fingers down, moves all of them in each frame, and lifts them; prints
//                          frames FINGERS@HZ FRAMES LOST P50 P90 P99 MAX PROGRAM
//                      LOST frames did not move both axes of the gamepad's left stick within half a second. The next
//                      four are times from the write of a frame until the gamepad's frame was read. PROGRAM is what
//                      COMMAND itself ran per frame.
//   idle, rest         counts how often COMMAND ran in ten seconds without a finger, or with one that rests; prints
//                          wakeups idle|rest NUMBER
//   sh:TEXT            runs the shell command TEXT, with COMMAND's process ID in PID
//
// Afterwards it ends COMMAND with SIGTERM. COMMAND's output goes to the standard error. The exit status is 0 if all steps
// were done, whatever they found.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/uinput.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef long long nanoseconds;
static const nanoseconds SECOND = 1000000000, MILLISECOND = 1000000;
// The period of the kernel's tick: Debian has CONFIG_HZ=250. Ticks are at multiples of it on the monotonic clock.
static const nanoseconds TICK = 4 * MILLISECOND;
enum { FINGERS = 10 };

static const char SCREEN[] = "Benchmark Touchscreen", PAD[] = "Microsoft X-Box 360 pad";
static int screen, pad;
static pid_t command;

_Noreturn static void fail(const char *message) {
  fprintf(stderr, "latency: %s\n", message);
  exit(EXIT_FAILURE); // the kernel then ends the command, as start() has asked
}
static void require(bool succeeded, const char *what) {
  if (succeeded) return;
  perror("latency");
  fail(what);
}

static nanoseconds now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}
static void sleep_until(nanoseconds time) {
  struct timespec until = {.tv_sec = time / SECOND, .tv_nsec = time % SECOND};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
}
static void sleep_for(nanoseconds time) { sleep_until(now() + time); }

// Devices.

/// Opens the input device of that name and writes its path; -1 if there is none.
static int open_device(const char *name, char path[static 64]) {
  int found = -1;
  DIR *folder = opendir("/dev/input");
  require(folder != NULL, "/dev/input");
  for (struct dirent *entry; found < 0 && (entry = readdir(folder)) != NULL;) {
    unsigned number;
    if (sscanf(entry->d_name, "event%u", &number) != 1) continue;
    snprintf(path, 64, "/dev/input/event%u", number);
    int device = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (device < 0) continue;
    char its_name[80] = "";
    if (ioctl(device, EVIOCGNAME(sizeof its_name - 1), its_name) > 0 && strcmp(its_name, name) == 0) found = device;
    else close(device);
  }
  closedir(folder);
  return found;
}

/// Waits a millisecond and makes sure that the command still runs. The wait must be short: while a file is read from the
/// host, the clock of the machine that counts instructions jumps to the next timer.
static void wait_a_moment(void) {
  sleep_for(MILLISECOND);
  if (command > 0 && waitpid(command, NULL, WNOHANG) != 0) fail("the command has ended");
}

static int wait_for_device(const char *name, char path[static 64]) {
  int device;
  while ((device = open_device(name, path)) < 0) wait_a_moment();
  return device;
}

/// What udev starts for a new device would run while frames are timed.
static void let_udev_finish(void) {
  if (system("udevadm settle || udevadm settle") != 0) fail("udevadm settle");
  sleep_for(SECOND);
}

// 256 x 146 mm, ten slots.
static void make_screen(void) {
  screen = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  require(screen >= 0, "/dev/uinput");
  ioctl(screen, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  ioctl(screen, UI_SET_EVBIT, EV_KEY);
  ioctl(screen, UI_SET_KEYBIT, BTN_TOUCH);
  ioctl(screen, UI_SET_EVBIT, EV_ABS);
  struct uinput_abs_setup axes[] = {
      {.code = ABS_X, .absinfo = {.maximum = 4095, .resolution = 16}},
      {.code = ABS_Y, .absinfo = {.maximum = 4095, .resolution = 28}},
      {.code = ABS_MT_SLOT, .absinfo = {.maximum = FINGERS - 1}},
      {.code = ABS_MT_TRACKING_ID, .absinfo = {.maximum = 65535}},
      {.code = ABS_MT_POSITION_X, .absinfo = {.maximum = 4095, .resolution = 16}},
      {.code = ABS_MT_POSITION_Y, .absinfo = {.maximum = 4095, .resolution = 28}},
  };
  for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
    ioctl(screen, UI_SET_ABSBIT, axes[i].code);
    require(ioctl(screen, UI_ABS_SETUP, &axes[i]) == 0, "UI_ABS_SETUP");
  }
  struct uinput_setup setup = {.id = {.bustype = BUS_I2C, .vendor = 0x04f3, .product = 0x2a1c, .version = 1}};
  strcpy(setup.name, SCREEN);
  require(ioctl(screen, UI_DEV_SETUP, &setup) == 0 && ioctl(screen, UI_DEV_CREATE) == 0, "the touchscreen");
  char path[64];
  close(wait_for_device(SCREEN, path));
  setenv("TOUCHSCREEN", path, 1);
  let_udev_finish();
}

// Fingers.

static struct input_event frame[64];
static size_t events;
static void add(int type, int code, int value) {
  frame[events++] = (struct input_event){.type = type, .code = code, .value = value};
}
static void send_frame(void) {
  add(EV_SYN, SYN_REPORT, 0);
  ssize_t size = events * sizeof frame[0];
  require(write(screen, frame, size) == size, "the touchscreen");
  events = 0;
}

/// Where a finger is: the first on the left half, the others on the right, each in its own field of 10 x 10 per cent.
/// They move in a circle of 5 mm around that place. Its sixteen points are turned so that two that follow one another
/// differ in x and in y, by 3 units at least.
static void position(int finger, int step, int *x, int *y) {
  double angle = (step + 0.25) * 2 * M_PI / 16;
  *x = finger == 0 ? 1000 : 2253 + (finger - 1) % 5 * 410;
  *y = finger == 0 ? 2600 : 614 + (finger - 1) / 5 * 2048 + finger % 3 * 410;
  if (step < 0) return; // the middle
  *x += (int)lround(5 * 16 * cos(angle));
  *y += (int)lround(5 * 28 * sin(angle));
}

/// On one processor the scheduler decides whether the program's work after its write counts as latency. A reader with a
/// real-time priority runs as soon as the gamepad's frame is there, as a game does on a processor of its own.
static void run_first(void) {
  struct sched_param priority = {.sched_priority = 1};
  require(sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) == 0, "SCHED_FIFO");
}

static void touch_down(int fingers) {
  static int tracking_id;
  int x, y;
  for (int finger = 0; finger < fingers; finger++) {
    position(finger, -1, &x, &y);
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_TRACKING_ID, tracking_id++);
    add(EV_ABS, ABS_MT_POSITION_X, x);
    add(EV_ABS, ABS_MT_POSITION_Y, y);
  }
  add(EV_KEY, BTN_TOUCH, 1);
  send_frame();
  sleep_for(200 * MILLISECOND);
}

static void move(int fingers, int step) {
  int x, y;
  for (int finger = 0; finger < fingers; finger++) {
    position(finger, step, &x, &y);
    if (fingers > 1) add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_POSITION_X, x);
    add(EV_ABS, ABS_MT_POSITION_Y, y);
  }
  position(0, step, &x, &y);
  add(EV_ABS, ABS_X, x);
  add(EV_ABS, ABS_Y, y);
  send_frame();
}

static void lift(int fingers) {
  for (int finger = 0; finger < fingers; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  add(EV_KEY, BTN_TOUCH, 0);
  send_frame();
  sleep_for(SECOND);
}

// The gamepad.

static void discard_pad_events(void) {
  struct input_event discarded[64];
  while (read(pad, discarded, sizeof discarded) > 0) {}
}

/// Waits until a frame has moved both axes, for half a second at most.
static bool read_pad_frame(void) {
  bool x = false, y = false;
  for (;;) {
    struct pollfd readable = {.fd = pad, .events = POLLIN};
    if (poll(&readable, 1, 500) <= 0) return false;
    struct input_event read_events[64];
    ssize_t size = read(pad, read_events, sizeof read_events);
    require(size > 0, "the gamepad");
    for (size_t i = 0; i < (size_t)size / sizeof read_events[0]; i++) {
      const struct input_event *event = &read_events[i];
      x |= event->type == EV_ABS && event->code == ABS_X;
      y |= event->type == EV_ABS && event->code == ABS_Y;
      if (event->type == EV_SYN && event->code == SYN_REPORT && x && y) return true;
    }
  }
}

// The command.

/// Adds up a number of /proc/PID/schedstat for all threads: 0 is the time that they ran, 2 how often they did.
static long long scheduled(int which) {
  char pattern[64];
  snprintf(pattern, sizeof pattern, "/proc/%d/task/*/schedstat", command);
  glob_t threads;
  require(glob(pattern, 0, NULL, &threads) == 0, "the command has ended");
  long long sum = 0;
  for (size_t i = 0; i < threads.gl_pathc; i++) {
    long long numbers[3];
    FILE *file = fopen(threads.gl_pathv[i], "re");
    require(file != NULL, threads.gl_pathv[i]);
    if (fscanf(file, "%lld %lld %lld", &numbers[0], &numbers[1], &numbers[2]) != 3) fail(threads.gl_pathv[i]);
    fclose(file);
    sum += numbers[which];
  }
  globfree(&threads);
  return sum;
}

/// Starts the command, and waits until it is ready if it says so, and until its gamepad is there.
static void start(char **arguments, bool says_ready) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "touchstick-benchmark-%d", getpid());
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(address.sun_path + 1);
  int notifications = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  require(bind(notifications, (struct sockaddr *)&address, length) == 0, "the notification socket");
  nanoseconds start = now();
  command = fork();
  require(command >= 0, "fork");
  if (command == 0) {
    char name[sizeof address.sun_path];
    snprintf(name, sizeof name, "@%s", address.sun_path + 1);
    setenv("NOTIFY_SOCKET", name, 1);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execvp(arguments[0], arguments);
    perror(arguments[0]);
    _exit(127);
  }
  for (bool ready = !says_ready; !ready; wait_a_moment()) {
    char message[1024] = "";
    if (recv(notifications, message, sizeof message - 1, MSG_DONTWAIT) <= 0) continue;
    ready = strstr(message, "READY=1") != NULL;
    if (ready) printf("ready %lld %lld\n", now() - start, scheduled(0));
  }
  // Nobody reads what follows, and the command must not wait for that.
  close(notifications);
  char path[64], pid[16];
  pad = wait_for_device(PAD, path);
  snprintf(pid, sizeof pid, "%d", command);
  setenv("PID", pid, 1);
  let_udev_finish();
}

static void stop(void) {
  kill(command, SIGTERM);
  waitpid(command, NULL, 0);
}

// The steps.

static int ascending(const void *left, const void *right) {
  nanoseconds a = *(const nanoseconds *)left, b = *(const nanoseconds *)right;
  return (a > b) - (a < b);
}

static void time_frames(const char *name, int fingers, int hz, int frames) {
  nanoseconds *times = calloc(frames, sizeof *times);
  require(times != NULL, "memory");
  touch_down(fingers);
  discard_pad_events();
  int in_time = 0;
  long long ran = scheduled(0);
  // Frames at 120 Hz meet the kernel's tick, at 250 Hz, always in the same places: in every twelfth frame, or in none. Chance
  // must not decide which, because the tick would be in p99.
  nanoseconds next = (now() / TICK + 1) * TICK + TICK / 40;
  sleep_until(next);
  for (int step = 0; step < frames; step++) {
    nanoseconds start = now();
    move(fingers, step);
    if (read_pad_frame()) times[in_time++] = now() - start;
    next += SECOND / hz;
    sleep_until(next);
  }
  ran = scheduled(0) - ran;
  lift(fingers);
  qsort(times, in_time, sizeof *times, ascending);
  if (in_time == 0) fail("no frame has moved the gamepad");
  printf("frames %s %d %d %lld %lld %lld %lld %lld\n", name, frames, frames - in_time, times[in_time / 2],
         times[in_time * 9 / 10], times[in_time * 99 / 100], times[in_time - 1], ran / frames);
  free(times);
}

static void count_wakeups(const char *name, int fingers) {
  if (fingers > 0) touch_down(fingers);
  sleep_for(2 * SECOND);
  long long before = scheduled(2);
  sleep_for(10 * SECOND);
  printf("wakeups %s %lld\n", name, scheduled(2) - before);
  if (fingers > 0) lift(fingers);
}

int main(int count, char **arguments) {
  int steps = 1;
  bool says_ready = false;
  while (steps < count && strcmp(arguments[steps], "--") != 0) says_ready |= strcmp(arguments[steps++], "ready") == 0;
  if (steps + 1 >= count) {
    fputs("usage: latency [ready|FINGERS@HZ*FRAMES|idle|rest|sh:TEXT]... -- COMMAND [ARGUMENT...]\n", stderr);
    return 64;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  run_first();
  make_screen();
  start(&arguments[steps + 1], says_ready);
  for (int i = 1; i < steps; i++) {
    const char *step = arguments[i];
    int fingers, hz, frames;
    if (strcmp(step, "ready") == 0) continue;
    if (strcmp(step, "idle") == 0) count_wakeups(step, 0);
    else if (strcmp(step, "rest") == 0) count_wakeups(step, 1);
    else if (strncmp(step, "sh:", 3) == 0) {
      if (system(step + 3) != 0) fail(step);
    } else if (sscanf(step, "%d@%d*%d", &fingers, &hz, &frames) == 3 && fingers > 0 && fingers <= FINGERS && hz > 0 &&
               frames > 0) {
      char name[32];
      snprintf(name, sizeof name, "%d@%d", fingers, hz);
      time_frames(name, fingers, hz, frames);
    } else fail(step);
  }
  stop();
}
