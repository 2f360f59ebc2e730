import { expect, it } from 'vitest'
import { Home, Login, MyCenter, Search } from './routing.ts'

it('the constants are those of the specification [40]', () => {
  expect({ Home, Search, MyCenter, Login }).toEqual({
    Home: '/',
    Search: '/search',
    MyCenter: '/user/center',
    Login: '/login',
  })
})
