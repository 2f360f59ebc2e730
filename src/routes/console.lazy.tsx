import { createLazyFileRoute } from '@tanstack/react-router'
import { StaleDataBanner } from '#app/offline/StaleDataBanner.tsx'
import { ConsoleScreen } from '#features/console'

export { prefetchConsole } from '#features/console'

export const Route = createLazyFileRoute('/console')({ component: ConsolePage })

function ConsolePage() {
  return <ConsoleScreen banner={<StaleDataBanner />} />
}
