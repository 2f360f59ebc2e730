/** Name of the `Server-Timing` entry by which a page that carries data tells the server's time. */
export const pageTimeEntry = 'now'
/** Name of the entry by which the page says that this time was set for a demonstration. */
export const demonstrationEntry = 'demonstration'
