import NetdiagServe

await ServeProgram.run()
