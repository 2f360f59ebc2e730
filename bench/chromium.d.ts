/** Chromium's API, which TypeScript's types lack. */
declare const scheduler: {
  postTask: (task: () => unknown, options: { priority: 'user-blocking' }) => unknown
}
