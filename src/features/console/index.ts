export { ConsoleScreen } from './ConsoleScreen.tsx'
export { prefetchConsole } from './data/prefetch-console.ts'
