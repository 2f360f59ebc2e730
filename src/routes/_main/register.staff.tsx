import { createFileRoute } from '@tanstack/react-router'
import { parseStep, RegisterScreen, staffKind } from '#features/register'

export const Route = createFileRoute('/_main/register/staff')({
  validateSearch: parseStep,
  component: () => <RegisterScreen kind={staffKind} step={Route.useSearch().step} />,
})
