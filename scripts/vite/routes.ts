import { tanstackRouter } from '@tanstack/router-plugin/vite'

/** Writes `src/routeTree.gen.ts` from the files of the routes, and makes each screen a chunk of its own. */
export const routes = () =>
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    quoteStyle: 'single',
    addExtensions: true,
    disableLogging: true,
  })
