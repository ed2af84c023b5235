import express from "express";
const routes = [["/hello", () => ({ message: "hi" })]];
const app = routes.reduce(
  (server, [path, answer]) => server.get(path, (req, res) => res.json(answer())),
  express(),
);
export default app;
