export type Item = { id: string; name: string; bought: boolean };

export type Action =
  | { type: "add"; id: string; name: string }
  | { type: "toggle"; id: string }
  | { type: "remove"; id: string };

export function shoppingReducer(items: Item[], action: Action) {
  switch (action.type) {
    case "add": {
      const next = [...items];
      next.push({ id: action.id, name: action.name, bought: false });
      return next;
    }
    case "toggle": {
      return items.map((item) => {
        const copy = { ...item };
        if (copy.id === action.id) copy.bought = !copy.bought;
        return copy;
      });
    }
    case "remove": {
      const at = items.findIndex((item) => item.id === action.id);
      const next = items.slice();
      if (at !== -1) next.splice(at, 1);
      return next;
    }
    default:
      return items;
  }
}
