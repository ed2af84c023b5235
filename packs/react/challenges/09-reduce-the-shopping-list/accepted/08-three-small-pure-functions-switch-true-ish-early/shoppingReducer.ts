export type Item = { id: string; name: string; bought: boolean };

export type ShoppingAction =
  | { type: "add"; id: Item["id"]; name: Item["name"] }
  | { type: "toggle"; id: Item["id"] }
  | { type: "remove"; id: Item["id"] };

function toggled(item: Item): Item {
  const { bought, ...rest } = item;
  return { ...rest, bought: !bought };
}

function newItem(id: string, name: string): Item {
  return { id, name, bought: false };
}

const has = (id: string) => (item: Item) => item.id === id;

export const add = (name: string): ShoppingAction => ({ type: "add", id: crypto.randomUUID(), name });
export const toggle = (id: string): ShoppingAction => ({ type: "toggle", id });
export const remove = (id: string): ShoppingAction => ({ type: "remove", id });

export function shoppingReducer(items: readonly Item[], action: ShoppingAction): Item[] {
  const isTarget = has(action.id);
  switch (action.type) {
    case "add":
      return [...items, newItem(action.id, action.name)];
    case "toggle":
      return items.map((item) => (isTarget(item) ? toggled(item) : item));
    case "remove":
      return items.filter((item) => !isTarget(item));
    default:
      return [...items];
  }
}
