// Reads the first gamepad as a Windows program under Wine, and prints what it shows, as a line of JSON for each change.
// usage: wine.exe xinput | dinput

#define COBJMACROS
#define DIRECTINPUT_VERSION 0x0800
#include <dinput.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include <xinput.h>

// Buttons are 0 or 1, sticks -1 to 1 with y downwards, triggers 0 to 1.
enum { A, B, X, Y, LB, RB, BACK, START, L3, R3, GUIDE, LX, LY, RX, RY, LT, RT, UP, RIGHT, DOWN, LEFT, COUNT };
static const char *const names[COUNT] = {
    "A",  "B",  "X",  "Y",  "LB", "RB", "Back",     "Start",       "L3",         "R3",        "Guide",
    "Lx", "Ly", "Rx", "Ry", "LT", "RT", "d-pad up", "d-pad right", "d-pad down", "d-pad left"};

static void print_pad(const char *api, const char *name) {
  const char *(CDECL *version)(void) =
      (const char *(CDECL *)(void))(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), "wine_get_version");
  printf("{\"client\": \"%s of Wine %s\", \"name\": \"%s\"}\n", api, version(), name);
}

static void print_changes(const double *shown) {
  static double last[COUNT] = {-1};
  if (memcmp(last, shown, sizeof last) == 0) return;
  for (int i = 0; i < COUNT; i++) printf("%s\"%s\": %.5f", i ? ", " : "{", names[i], shown[i]);
  puts("}");
  fflush(stdout);
  memcpy(last, shown, sizeof last);
}

// A stick's axis goes from -32768 to 32767.
static double part(int value) { return value / 32767.0; }

typedef DWORD(WINAPI *get_state)(DWORD, XINPUT_STATE *);

static int read_xinput(void) {
  static const WORD masks[COUNT] = {
      [A] = XINPUT_GAMEPAD_A,
      [B] = XINPUT_GAMEPAD_B,
      [X] = XINPUT_GAMEPAD_X,
      [Y] = XINPUT_GAMEPAD_Y,
      [LB] = XINPUT_GAMEPAD_LEFT_SHOULDER,
      [RB] = XINPUT_GAMEPAD_RIGHT_SHOULDER,
      [BACK] = XINPUT_GAMEPAD_BACK,
      [START] = XINPUT_GAMEPAD_START,
      [L3] = XINPUT_GAMEPAD_LEFT_THUMB,
      [R3] = XINPUT_GAMEPAD_RIGHT_THUMB,
      [GUIDE] = 0x0400,
      [UP] = XINPUT_GAMEPAD_DPAD_UP,
      [RIGHT] = XINPUT_GAMEPAD_DPAD_RIGHT,
      [DOWN] = XINPUT_GAMEPAD_DPAD_DOWN,
      [LEFT] = XINPUT_GAMEPAD_DPAD_LEFT,
  };
  // XInputGetStateEx, which has a number instead of a name. XInputGetState omits the Guide button.
  get_state get = (get_state)(void *)GetProcAddress(LoadLibraryA("xinput1_4.dll"), (const char *)100);
  XINPUT_STATE state;
  while (get(0, &state) != ERROR_SUCCESS) Sleep(10);
  print_pad("XInput", "user 0");
  XINPUT_VIBRATION vibration = {.wLeftMotorSpeed = 0x8000};
  XInputSetState(0, &vibration);
  const DWORD rumble_end = GetTickCount() + 300;
  for (; get(0, &state) == ERROR_SUCCESS; Sleep(5)) {
    if (vibration.wLeftMotorSpeed && GetTickCount() >= rumble_end) {
      vibration.wLeftMotorSpeed = 0;
      XInputSetState(0, &vibration);
    }
    const XINPUT_GAMEPAD *pad = &state.Gamepad;
    double shown[COUNT];
    for (int i = 0; i < COUNT; i++) shown[i] = (pad->wButtons & masks[i]) != 0;
    shown[LX] = part(pad->sThumbLX);
    shown[LY] = part(-pad->sThumbLY);
    shown[RX] = part(pad->sThumbRX);
    shown[RY] = part(-pad->sThumbRY);
    shown[LT] = pad->bLeftTrigger / 255.0;
    shown[RT] = pad->bRightTrigger / 255.0;
    print_changes(shown);
  }
  return 2;
}

static IDirectInputDevice8A *pad;

static BOOL CALLBACK open_pad(const DIDEVICEINSTANCEA *instance, void *input) {
  if (FAILED(IDirectInput8_CreateDevice((IDirectInput8A *)input, &instance->guidInstance, &pad, NULL)))
    return DIENUM_CONTINUE;
  print_pad("DirectInput", instance->tszProductName);
  return DIENUM_STOP;
}

static int read_dinput(void) {
  IDirectInput8A *input;
  if (FAILED(DirectInput8Create(
          GetModuleHandleA(NULL), DIRECTINPUT_VERSION, &IID_IDirectInput8A, (void **)&input, NULL)))
    return 1;
  for (; !pad; Sleep(10))
    IDirectInput8_EnumDevices(input, DI8DEVCLASS_GAMECTRL, open_pad, input, DIEDFL_ATTACHEDONLY);
  IDirectInputDevice8_SetDataFormat(pad, &c_dfDIJoystick2);
  IDirectInputDevice8_SetCooperativeLevel(pad, NULL, DISCL_BACKGROUND | DISCL_NONEXCLUSIVE);
  DIPROPRANGE range = {{sizeof range, sizeof range.diph, 0, DIPH_DEVICE}, -32767, 32767};
  IDirectInputDevice8_SetProperty(pad, DIPROP_RANGE, &range.diph);
  IDirectInputDevice8_Acquire(pad);
  for (DIJOYSTATE2 state;; Sleep(5)) {
    IDirectInputDevice8_Poll(pad);
    if (FAILED(IDirectInputDevice8_GetDeviceState(pad, sizeof state, &state))) return 2;
    double shown[COUNT] = {0};
    // The order of an Xbox pad's driver for Windows, which does not show the Guide button.
    for (int i = 0; i < GUIDE; i++) shown[i] = state.rgbButtons[i] != 0;
    shown[LX] = part(state.lX);
    shown[LY] = part(state.lY);
    shown[RX] = part(state.lRx);
    shown[RY] = part(state.lRy);
    // That driver has both triggers on one axis, in opposite directions.
    shown[LT] = state.lZ > 0 ? part(state.lZ) : 0;
    shown[RT] = state.lZ < 0 ? part(-state.lZ) : 0;
    // Hundredths of a degree, clockwise from up; -1 in the middle.
    const int hat = (int)state.rgdwPOV[0];
    for (int i = 0; i < 4 && hat >= 0; i++) {
      const int angle = abs(hat - i * 9000);
      shown[UP + i] = angle < 9000 || angle > 27000;
    }
    print_changes(shown);
  }
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "xinput") == 0) return read_xinput();
  if (argc == 2 && strcmp(argv[1], "dinput") == 0) return read_dinput();
  fprintf(stderr, "usage: wine.exe xinput | dinput\n");
  return 64;
}
