import { createLazyFileRoute } from '@tanstack/react-router'
import { StaleDataBanner } from '#app/offline/StaleDataBanner.tsx'
import { ConsoleScreen } from '#console/index.ts'

export { prefetchConsole } from '#console/index.ts'

export const Route = createLazyFileRoute('/console')({ component: ConsolePage })

function ConsolePage() {
  return <ConsoleScreen banner={<StaleDataBanner />} />
}
