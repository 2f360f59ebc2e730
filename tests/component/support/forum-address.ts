/** Environment variable with the URL of the component tests' server. */
export const forumUrlVariable = 'FORUM_COMPONENT_URL'

/** Header by which a test allows a write to reach the server, which all tests share. */
export const writeHeader = 'x-test-write'

/** Status of a write without a reply; no server returns it. */
export const refusedWrite = 599
