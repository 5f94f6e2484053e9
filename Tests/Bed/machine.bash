# shellcheck shell=bash disable=SC2154
# Parts of `run`: what goes into the machine, and QEMU's options.
# They use its variables (work, cache, outputs, output, root, init, cpus, memory, terminal, counting, idle,
# accelerator, environment).

# Whether the machine's system is for arm64: the byte of an ELF file that names the machine.
is_arm64() { [[ $root && $(od -An -tx1 -j18 -N1 "$root/bin/bash") == *b7 ]]; }

qemu_system() { if is_arm64; then echo qemu-system-aarch64; else echo qemu-system-x86_64; fi; }

# Writes the script that the guest's runner starts. %q and bash on both sides
# keep every argument as it is, whatever it contains.
write_job() { # write_job COMMAND [ARGUMENT...]
  local path swift size descriptor defaults
  path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
  if swift=$(command -v swift); then
    [[ :$path: == *:${swift%/*}:* ]] || path+=:${swift%/*}
  fi
  defaults=("PATH=$path" HOME=/run/bed/home USER=root LOGNAME=root SHELL=/bin/bash LANG=C.UTF-8 "TERM=${TERM:-dumb}")
  if [[ $terminal ]]; then # the guest takes the file for the sign that it is wanted
    size=''
    for descriptor in 1 0 2; do
      [[ ! -t $descriptor ]] || { size=$(stty size <&"$descriptor" 2> /dev/null) && break; } || true
    done
    [[ $size && $size != '0 0' ]] || size='24 80'
    echo "$size" > "$work/job/terminal"
    defaults+=("LINES=${size% *}" "COLUMNS=${size#* }")
  fi
  {
    printf 'cd -- %q || exit\n' "$PWD"
    printf 'export %q\n' "${defaults[@]}" "${environment[@]}"
    printf 'exec < /dev/null --'
    printf ' %q' "$@"
    echo
  } > "$work/job/command"
}

# Sets the array machine_options. What makes the machine quick: no firmware, no
# PCI, no USB, a kernel that need not unpack itself. The command's output and
# status go through ports of their own, so the serial console is only a log.
# Without erms and fsrm the kernel copies memory by words: emulated, the byte-wise
# instructions that those two recommend are several times slower. With smap, QEMU before 9.1 refuses an iret from user
# mode to user mode, and the kernel kills the program: Wine.
#
# With norandmaps every start of a program has the same addresses: otherwise QEMU would translate its code anew each time,
# and a start would take two to three times as long.
#
# The machine that counts instructions runs them in one thread and adds a
# nanosecond to its clock for each. When its processor is idle, the clock jumps
# to the next timer (sleep=off), or goes on in real time (on). Its time-stamp
# counter is that clock, so its rate is known.
set_machine_options() {
  local khz kernel_arguments idle_argument='' processor="max,-erms,-fsrm,-smap" emulation=(-accel "tcg,thread=multi")
  khz=$(< "$cache/current/tsc-khz")
  if [[ $counting ]]; then
    khz=1000000
    idle_argument="bed.idle=$idle"
    emulation=(-accel "tcg,thread=single" -icount "shift=0,sleep=$idle")
  elif [[ $accelerator == kvm ]]; then
    khz='' processor=host
    emulation=(-accel kvm)
  fi
  kernel_arguments=(panic=-1 mitigations=off nokaslr norandmaps cryptomgr.notests random.trust_cpu=on
    "bed.init=$init" "bed.job=${work#"$root"}" ${idle_argument:+"$idle_argument"})
  if is_arm64; then
    machine_options=(-M virt -cpu cortex-a72)
    kernel_arguments+=(console=ttyAMA0)
  else
    machine_options=(-M "microvm,isa-serial=on,rtc=on" -cpu "$processor")
    kernel_arguments+=(console=ttyS0 no_timer_check tsc=reliable)
    [[ ! $khz ]] || kernel_arguments+=("tsc_early_khz=$khz" "lpj=$((khz * 4))") # Debian's CONFIG_HZ is 250
  fi
  if [[ ${TOUCHSTICK_BED_VERBOSE-} == 1 ]]; then
    kernel_arguments+=(loglevel=7)
  else
    kernel_arguments+=(quiet loglevel=4)
  fi
  machine_options+=(-global virtio-mmio.force-legacy=false
    "${emulation[@]}" -m "$memory" -smp "$cpus"
    -nodefaults -no-user-config -display none -no-reboot
    -kernel "$cache/current/vmlinux" -initrd "$cache/current/initramfs"
    -fsdev "local,id=root,path=${root:-/},security_model=none,readonly=on,multidevs=remap"
    -device "virtio-9p-device,fsdev=root,mount_tag=hostroot"
    -chardev "file,id=console,path=$work/console,append=on" -serial chardev:console
    -chardev "file,id=output,path=$work/output" -chardev "file,id=status,path=$work/status"
    -device virtio-serial-device -device "virtserialport,chardev=output,nr=1"
    -device "virtserialport,chardev=status,nr=2")
  ((outputs == 0)) || machine_options+=(-device "virtio-gpu-device,max_outputs=$outputs")
  if [[ $output ]]; then
    output=$(cd "$output" && pwd)
    kernel_arguments+=(bed.output=1)
    machine_options+=(-fsdev "local,id=output,path=${output//,/,,},security_model=none,multidevs=remap"
      -device "virtio-9p-device,fsdev=output,mount_tag=output")
  fi
  machine_options+=(-append "${kernel_arguments[*]}")
}
