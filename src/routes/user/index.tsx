import { createFileRoute, redirect } from '@tanstack/react-router'
import { MyCenter } from '#lib/addresses.ts'

export const Route = createFileRoute('/user/')({
  beforeLoad: () => {
    throw redirect({ to: MyCenter, replace: true })
  },
})
