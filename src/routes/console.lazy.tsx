import { createLazyFileRoute } from '@tanstack/react-router'
import { OfflineStrip } from '#app/offline/OfflineStrip.tsx'
import { ConsoleScreen } from '#features/console'

export { openConsole } from '#features/console'

export const Route = createLazyFileRoute('/console')({ component: ConsolePage })

function ConsolePage() {
  return <ConsoleScreen strip={<OfflineStrip />} />
}
