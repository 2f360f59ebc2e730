import { nextTask } from '#lib/next-task.ts'

// At the beginning of the program: the packages are evaluated in one task and the program in the next. In one piece they
// would hold up a slow phone for as long as both take.
await nextTask()
