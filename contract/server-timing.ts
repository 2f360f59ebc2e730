/** Name of the `Server-Timing` entry with the server's time, sent with a page that carries data. */
export const pageTimeEntry = 'now'
/** Name of the entry that marks this time as set for a demonstration. */
export const demonstrationEntry = 'demonstration'
