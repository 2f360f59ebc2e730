/** Chromium's; TypeScript does not know it. */
declare const scheduler: {
  postTask: (task: () => unknown, options: { priority: 'user-blocking' }) => unknown
}
