import { createFileRoute } from '@tanstack/react-router'
import { parseKind, SuccessScreen } from '#features/register'

export const Route = createFileRoute('/_main/register/success')({
  validateSearch: parseKind,
  component: () => <SuccessScreen name={Route.useSearch().kind ?? 'participants'} />,
})
