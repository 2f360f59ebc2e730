import { createLazyFileRoute } from '@tanstack/react-router'
import { ModuleImport } from '#console/index.ts'

export const Route = createLazyFileRoute('/console/$module/import')({
  component: ModuleImport,
  errorComponent: false,
})
