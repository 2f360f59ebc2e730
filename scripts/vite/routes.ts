import { tanstackRouter } from '@tanstack/router-plugin/vite'

/** Generates `src/routeTree.gen.ts` from the route files, and makes each screen a separate chunk. */
export const routes = () =>
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    quoteStyle: 'single',
    addExtensions: true,
    disableLogging: true,
  })
