#!/bin/sh
# The guest's first process: loads what the root stands on, mounts it, and hands over to systemd.
B=/bin/busybox
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
$B mount -t devtmpfs dev /dev
while read -r module; do $B insmod "/modules/$module"; done < /modules/order
tries=0
while [ ! -b /dev/vda ] && [ $tries -lt 100 ]; do $B sleep 0.05; tries=$((tries + 1)); done
$B mount -t ext4 -o noatime /dev/vda /new
$B umount /proc /sys /dev
exec $B switch_root /new /lib/systemd/systemd
