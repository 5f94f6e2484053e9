"""A gamepad that the kernel takes for a real one, because its driver for HID makes it: eight buttons, a stick and a hat.
Each line of the input is a report, such as "1 128 128 8": a bit for each button, the position of the stick, 0 to 255, and the
direction of the hat, 0 (up) to 7, or 8 for none. The gamepad is unplugged at the end of the input.
"""

import struct
import sys

# linux/uhid.h
UHID_CREATE2, UHID_INPUT2 = 11, 12
BUS_USB = 3
# Usage page (generic desktop), usage (gamepad), collection (application): eight buttons, two axes, a hat of four bits.
REPORT = bytes.fromhex(
    "05010905a101" "05091901290815002501750195088102" "050109300931150026ff00750895028102"
    "0939150025073500463b016514750495018142750495018103" "c0"
)

with open("/dev/uhid", "r+b", buffering=0) as device:
    device.write(
        struct.pack("<I128s64s64sHHIIII", UHID_CREATE2, b"uhid pad", b"", b"", len(REPORT), BUS_USB, 0x1234, 1, 0, 0)
        + REPORT.ljust(4096, b"\0")
    )
    for line in sys.stdin:
        report = bytes(int(number) for number in line.split())
        device.write(struct.pack("<IH", UHID_INPUT2, len(report)) + report.ljust(4096, b"\0"))
