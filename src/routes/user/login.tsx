import { createFileRoute } from '@tanstack/react-router'
import { SignInScreen } from '#features/accounts'

export const Route = createFileRoute('/user/login')({ component: SignInScreen })
