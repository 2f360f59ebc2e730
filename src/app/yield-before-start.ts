import { yieldToMain } from '#lib/yield-to-main.ts'

// At the beginning of the program: the packages are evaluated in one task and the program in the next. In one piece they
// would hold up a slow phone for as long as both take.
await yieldToMain()
