import express from "express";

const app = express();
const routes = [{ method: "get", path: "/hello", handler: (req, res) => res.json({ message: "Hi there" }) }];
for (const { method, path, handler } of routes) {
  app[method](path, handler);
}

export { app as default };
