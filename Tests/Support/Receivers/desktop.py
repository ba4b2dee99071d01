#!/usr/bin/python3
"""org.freedesktop.Notifications on the session bus: prints each notification as a line of JSON."""
import json

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib


class Desktop(dbus.service.Object):
    last = 0

    @dbus.service.method("org.freedesktop.Notifications", in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, name, replaces, icon, summary, body, actions, hints, timeout):
        if replaces == 0:
            self.last += 1
            replaces = self.last
        print(json.dumps({"number": int(replaces), "summary": str(summary), "body": str(body),
                          "urgency": int(hints["urgency"])}), flush=True)
        return dbus.UInt32(replaces)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.Notifications", bus)
desktop = Desktop(bus, "/org/freedesktop/Notifications")
print("ready", flush=True)
GLib.MainLoop().run()
