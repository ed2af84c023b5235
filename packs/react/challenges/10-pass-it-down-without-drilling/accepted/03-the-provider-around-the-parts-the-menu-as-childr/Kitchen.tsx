import { KitchenProvider } from "./KitchenContext";
import { RecipeCard } from "./RecipeCard";
import { ServingsControl } from "./ServingsControl";

import type { ReactNode } from "react";

const Menu = ({ children }: { children: ReactNode }) => <section>{children}</section>;

export function Kitchen() {
  return (
    <KitchenProvider>
      <main>
        <ServingsControl />
        <Menu>
          {["Mushroom Risotto", "Apple Crumble"].map((title) => (
            <RecipeCard key={title} title={title} />
          ))}
        </Menu>
      </main>
    </KitchenProvider>
  );
}
