// A core for RetroArch that prints the first pad's state as a line of JSON for each change. It shows and plays nothing.

#include <libretro.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A RetroPad's buttons have the names of a Nintendo pad: the lower one is B.
static const struct {
  const char *name;
  unsigned device, index, id;
} controls[] = {
    {"A", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_B},
    {"B", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_A},
    {"X", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_Y},
    {"Y", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_X},
    {"LB", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_L},
    {"RB", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_R},
    {"L3", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_L3},
    {"R3", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_R3},
    {"Back", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_SELECT},
    {"Start", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_START},
    {"d-pad up", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_UP},
    {"d-pad right", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_RIGHT},
    {"d-pad down", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_DOWN},
    {"d-pad left", RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_LEFT},
    {"LT", RETRO_DEVICE_ANALOG, RETRO_DEVICE_INDEX_ANALOG_BUTTON, RETRO_DEVICE_ID_JOYPAD_L2},
    {"RT", RETRO_DEVICE_ANALOG, RETRO_DEVICE_INDEX_ANALOG_BUTTON, RETRO_DEVICE_ID_JOYPAD_R2},
    {"Lx", RETRO_DEVICE_ANALOG, RETRO_DEVICE_INDEX_ANALOG_LEFT, RETRO_DEVICE_ID_ANALOG_X},
    {"Ly", RETRO_DEVICE_ANALOG, RETRO_DEVICE_INDEX_ANALOG_LEFT, RETRO_DEVICE_ID_ANALOG_Y},
    {"Rx", RETRO_DEVICE_ANALOG, RETRO_DEVICE_INDEX_ANALOG_RIGHT, RETRO_DEVICE_ID_ANALOG_X},
    {"Ry", RETRO_DEVICE_ANALOG, RETRO_DEVICE_INDEX_ANALOG_RIGHT, RETRO_DEVICE_ID_ANALOG_Y},
};
enum { COUNT = sizeof controls / sizeof *controls };

static retro_input_poll_t poll_input;
static retro_input_state_t read_input;
static struct retro_rumble_interface rumble;

void retro_run(void) {
  static double last[COUNT] = {-1};
  double shown[COUNT];
  poll_input();
  for (int i = 0; i < COUNT; i++) {
    const int16_t value = read_input(0, controls[i].device, controls[i].index, controls[i].id);
    shown[i] = controls[i].device == RETRO_DEVICE_JOYPAD ? value : value / 32767.0;
  }
  // From the first press of A on, for 60 times 5 ms.
  static int rumble_time;
  if (shown[0] > 0 || rumble_time > 0) rumble_time++;
  if (rumble_time == 1 && rumble.set_rumble_state) rumble.set_rumble_state(0, RETRO_RUMBLE_STRONG, 0x8000);
  if (rumble_time == 61 && rumble.set_rumble_state) rumble.set_rumble_state(0, RETRO_RUMBLE_STRONG, 0);
  if (memcmp(last, shown, sizeof last) != 0) {
    for (int i = 0; i < COUNT; i++) printf("%s\"%s\": %.5f", i ? ", " : "{", controls[i].name, shown[i]);
    puts("}");
    fflush(stdout);
    memcpy(last, shown, sizeof last);
  }
  usleep(5000);
}

void retro_set_environment(retro_environment_t callback) {
  bool needs_no_game = true;
  callback(RETRO_ENVIRONMENT_SET_SUPPORT_NO_GAME, &needs_no_game);
  callback(RETRO_ENVIRONMENT_GET_RUMBLE_INTERFACE, &rumble);
}

void retro_get_system_info(struct retro_system_info *info) {
  *info = (struct retro_system_info){.library_name = "pad", .library_version = "1", .valid_extensions = ""};
}

void retro_get_system_av_info(struct retro_system_av_info *info) {
  *info = (struct retro_system_av_info){{16, 16, 16, 16, 1}, {60, 48000}};
}

void retro_set_input_poll(retro_input_poll_t callback) { poll_input = callback; }
void retro_set_input_state(retro_input_state_t callback) { read_input = callback; }

// The rest of a core, which this one does not need.
unsigned retro_api_version(void) { return RETRO_API_VERSION; }
unsigned retro_get_region(void) { return RETRO_REGION_NTSC; }
bool retro_load_game(const struct retro_game_info *game) { return !game || !game->path; }
bool retro_load_game_special(unsigned type, const struct retro_game_info *info, size_t count) {
  (void)type, (void)info, (void)count;
  return false;
}
bool retro_serialize(void *data, size_t size) { (void)data, (void)size; return false; }
bool retro_unserialize(const void *data, size_t size) { (void)data, (void)size; return false; }
size_t retro_serialize_size(void) { return 0; }
size_t retro_get_memory_size(unsigned id) { (void)id; return 0; }
void *retro_get_memory_data(unsigned id) { (void)id; return NULL; }
void retro_cheat_set(unsigned index, bool enabled, const char *code) { (void)index, (void)enabled, (void)code; }
void retro_set_video_refresh(retro_video_refresh_t callback) { (void)callback; }
void retro_set_audio_sample(retro_audio_sample_t callback) { (void)callback; }
void retro_set_audio_sample_batch(retro_audio_sample_batch_t callback) { (void)callback; }
void retro_set_controller_port_device(unsigned port, unsigned device) { (void)port, (void)device; }
void retro_cheat_reset(void) {}
void retro_deinit(void) {}
void retro_init(void) {}
void retro_reset(void) {}
void retro_unload_game(void) {}
