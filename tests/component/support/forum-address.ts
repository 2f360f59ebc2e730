/** Variable in which the set-up of component tests leaves the address of its server. */
export const forumUrlVariable = 'FORUM_COMPONENT_URL'

/** Header by which a test says that a write is to reach the server, which all tests share. */
export const writeHeader = 'x-test-write'

/** Status of a write that no test asked for; no server answers it. */
export const refusedWrite = 599
