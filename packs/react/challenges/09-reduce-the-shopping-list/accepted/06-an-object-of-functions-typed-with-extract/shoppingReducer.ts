export type Item = { id: string; name: string; bought: boolean };

export type Action =
  | { type: "add"; id: string; name: string }
  | { type: "toggle"; id: string }
  | { type: "remove"; id: string };

type Handlers = {
  [K in Action["type"]]: (items: Item[], action: Extract<Action, { type: K }>) => Item[];
};

const handlers: Handlers = {
  add: (items, { id, name }) => [...items, { id, name, bought: false }],
  toggle: (items, { id }) =>
    items.map((item) => (item.id === id ? { ...item, bought: !item.bought } : item)),
  remove: (items, { id }) => items.filter((item) => item.id !== id),
};

export function shoppingReducer(items: Item[], action: Action): Item[] {
  const handle = handlers[action.type] as (items: Item[], action: Action) => Item[];
  return handle(items, action);
}
