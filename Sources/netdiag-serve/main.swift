import NetdiagServe

ServeProgram.main()
