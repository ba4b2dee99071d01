import NetdiagCLI

Program.run()
