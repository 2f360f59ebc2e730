import { createFileRoute } from '@tanstack/react-router'
import { parseStep, participantKind, RegisterScreen } from '#features/register'

export const Route = createFileRoute('/_main/register/')({
  validateSearch: parseStep,
  component: () => <RegisterScreen kind={participantKind} step={Route.useSearch().step} />,
})
