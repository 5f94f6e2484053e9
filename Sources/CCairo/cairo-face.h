#include <cairo-ft.h>
