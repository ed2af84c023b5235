export type Item = { id: string; name: string; bought: boolean };

type Actions = { add: { id: string; name: string }; toggle: { id: string }; remove: { id: string } };
type Action =
  | ({ type: "add" } & Actions["add"])
  | ({ type: "toggle" } & Actions["toggle"])
  | ({ type: "remove" } & Actions["remove"]);

const changes: { [Type in keyof Actions]: (items: Item[], action: Actions[Type]) => Item[] } = {
  add: (items, { id, name }) => [...items, { id, name, bought: false }],
  toggle: (items, { id }) =>
    items.map((item) => Object.assign({}, item, { bought: item.id === id ? !item.bought : item.bought })),
  remove: (items, { id }) => items.filter((item) => item.id != id),
};

export function shoppingReducer(items: Item[], action: Action): Item[] {
  return changes[action.type](items, action as never);
}
